import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTlsFiles } from './tls-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, name);
  return path;
}

test('units speak in plain where no certificate is named, and by TLS where all three files are', () => {
  expect(readTlsFiles({})).toBeNull();
  const named = { GRPC_TLS_CA_FILE: file('ca'), GRPC_TLS_CERT_FILE: file('cert'), GRPC_TLS_KEY_FILE: file('key') };
  expect(readTlsFiles(named)?.cert.toString()).toBe('cert');
});

test('one that is missing or cannot be read is named, instead of calls that go in plain', () => {
  expect(() => readTlsFiles({ GRPC_TLS_CERT_FILE: file('cert'), GRPC_TLS_KEY_FILE: '/nowhere/key' })).toThrow(
    /- GRPC_TLS_CA_FILE is required with .*\n {2}- GRPC_TLS_KEY_FILE: the file \/nowhere\/key cannot be read$/,
  );
});
