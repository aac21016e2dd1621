import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  commitKey,
  commitLookup,
  lookupOf,
  readFacts,
  readKey,
  scoreFact,
  versionText,
  writeKey,
} from './sha-facts.ts';

const { url, database } = await testClickHouse();
const clickHouse = createClickHouse(url, database);
removeAfterFile(() => clickHouse.close());

const sha = fc.stringMatching(/^[0-9a-f]{40}$/);
const repoId = fc.oneof(fc.nat(1000), fc.maxSafeNat());

test('the store and we write the same key, number and version', async () => {
  const commits = fc.sample(fc.record({ repo_id: repoId, sha }), { numRuns: 200, seed: 24 });
  const written = await clickHouse.query({
    name: 'test',
    sql: `SELECT lower(hex(${commitKey('repo', 'sha')})) AS digits, toString(${commitLookup('repo', 'sha')}) AS number, ${versionText('repo')} AS version
      FROM system.one ARRAY JOIN {repos:Array(UInt64)} AS repo, {shas:Array(String)} AS sha`,
    params: { repos: commits.map((commit) => commit.repo_id), shas: commits.map((commit) => commit.sha) },
    row: z.object({ digits: z.string(), number: z.string(), version: z.string() }),
  });
  expect(written).toEqual(
    commits.map((commit) => ({
      digits: writeKey(commit),
      number: String(lookupOf(commit)),
      version: String(commit.repo_id).padStart(20, '0'),
    })),
  );
  for (const commit of commits) expect(readKey(writeKey(commit))).toEqual(commit);
});

test('what is no sha has a number all the same', () => {
  for (const text of ['', 'abc', 'no sha', 'z'.repeat(40)])
    expect(lookupOf({ repo_id: 7, sha: text })).toBeTypeOf('bigint');
});

test('facts are those of the version of scores that answers follow', () => {
  const key = { repo_id: 7, sha: 'a'.repeat(40) };
  const facts = {
    [`child ${'b'.repeat(40)}`]: '',
    'pull 12': '00000000000000000003',
    released: '00000000000000000004 1700000002345',
    [scoreFact(0)]: '00000000000000000002 1700000000 1.5',
    [scoreFact(2)]: '00000000000000000002 1700000001 -3',
  };
  const read = (scoreVersion: number) => readFacts(key, Object.keys(facts), Object.values(facts), scoreVersion);
  const shared = { ...key, children: ['b'.repeat(40)], pulls: [[12, 3]], released_ms: 1_700_000_002_345 };
  expect(read(0)).toEqual({ ...shared, is_scored: true, authored_s: 1_700_000_000, delta: 1.5 });
  expect(read(2)).toEqual({ ...shared, is_scored: true, authored_s: 1_700_000_001, delta: -3 });
  expect(read(1)).toEqual({ ...shared, is_scored: false, authored_s: 0, delta: 0 });
  expect(readFacts(key, ['released'], ['00000000000000000005 '], 0).released_ms).toBeNull();
});
