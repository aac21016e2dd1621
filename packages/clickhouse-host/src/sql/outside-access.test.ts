import { expect, test } from 'vitest';
import { refuseOutsideAccess } from './outside-access.ts';

test.each([
  "SELECT * FROM url('http://169.254.169.254/', 'RawBLOB')",
  "SELECT * FROM file('/etc/passwd', 'LineAsString')",
  "SELECT * FROM File ('/etc/passwd', 'LineAsString')",
  "SELECT * FROM `file`('/etc/passwd')",
  'SELECT * FROM "url"(\'http://x\')',
  "SELECT * FROM /* x */ remote/**/('10.0.0.1', system.one)",
  "WITH a AS (SELECT * FROM s3Cluster('c', 'x')) SELECT * FROM a",
  "SELECT * FROM icebergLocal('/x')",
  "INSERT INTO FUNCTION file('/tmp/x') SELECT 1",
  "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT LineAsString",
  "SELECT 1 INTO OUTFILE '/tmp/x'",
  "CREATE TABLE t (a String) ENGINE = URL('http://x')",
  'CREATE TABLE t (a String) ENGINE File(CSV)',
  "CREATE TABLE t (a String) ENGINE = `Executable`('x', 'TSV')",
  "SELECT * FROM executable('x', TSV, 'a String')",
  "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 'local', path = '/etc/')",
  "CREATE DICTIONARY d (a UInt8) PRIMARY KEY a SOURCE(HTTP(url 'http://x' format 'TSV')) LAYOUT(FLAT())",
  "CREATE DATABASE d ENGINE = Filesystem('/etc')",
])('%s is refused', (statement) => {
  expect(() => refuseOutsideAccess(statement)).toThrow(/is switched off/);
});

test.each([
  'SELECT url, file FROM pull_requests WHERE url = {url:String}',
  "SELECT 'file(/etc/passwd)', count() FROM commits -- url('x')",
  'CREATE TABLE t (url String, remote UInt8) ENGINE = ReplacingMergeTree(version) ORDER BY (url)',
  'INSERT INTO t (url) FORMAT JSONEachRow',
  'SELECT domain(url), cluster FROM t',
])('%s is run', (statement) => {
  expect(() => refuseOutsideAccess(statement)).not.toThrow();
});
