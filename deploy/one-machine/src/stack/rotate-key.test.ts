import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import { afterAll, expect, test } from 'vitest';
import { isRotatable, rotateKey } from './rotate-key.ts';
import { ensureSecrets, readSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a new key seals, the old one still opens until it is dropped, and nothing else changes', () => {
  const path = join(folder, 'secrets.json');
  const before = ensureSecrets(path, ['identity']);
  const sealed = createSecretBox(before.secret_keys).seal('token', 'connection:1');
  expect(rotateKey(path, 'secret_keys', 'add')).toContain('is in front');
  const both = createSecretBox(readSecrets(path).secret_keys);
  expect([both.open(sealed, 'connection:1'), both.isStale(sealed)]).toEqual(['token', true]);
  rotateKey(path, 'secret_keys', 'drop');
  const { secret_keys: keys, ...others } = readSecrets(path);
  const { secret_keys: old, ...kept } = before;
  expect([keys.length, others]).toEqual([1, kept]);
  expect(keys).not.toEqual(old);
  expect(() => createSecretBox(keys).open(sealed, 'connection:1')).toThrow('no secret key');
  rotateKey(path, 'principal_keys', 'add');
  expect(readSecrets(path).principal_keys.at(-1)).toEqual(before.principal_keys[0]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect([isRotatable('principal_keys'), isRotatable('rpc_token')]).toEqual([true, false]);
});
