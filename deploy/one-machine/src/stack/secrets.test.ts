import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROKER_USERS } from '@linescope/chassis/events/broker-users';
import { afterAll, expect, test } from 'vitest';
import { ensureSecrets, readSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a data folder of an earlier version gets the secrets it lacks and keeps those it has', () => {
  const path = join(folder, 'secrets.json');
  const { nats_passwords: _, ...earlier } = ensureSecrets(path, ['identity']);
  writeFileSync(path, JSON.stringify({ ...earlier, nats_password: 'one for all' }));
  const secrets = ensureSecrets(path, ['identity', 'imports']);
  expect(secrets).toMatchObject(earlier);
  expect(Object.keys(secrets.nats_passwords)).toEqual([...BROKER_USERS]);
  expect(new Set(Object.values(secrets.nats_passwords)).size).toBe(BROKER_USERS.length);
  expect(ensureSecrets(path, ['identity', 'imports'])).toEqual(secrets);
  expect(readSecrets(path)).toEqual(secrets);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
