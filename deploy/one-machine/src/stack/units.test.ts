import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureSecrets } from './secrets.ts';
import { environmentOf, SERVICES, type Surroundings, UNITS } from './units.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-units-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secretsFile = join(folder, 'secrets.json');
const secrets = ensureSecrets(secretsFile, SERVICES);
const around: Surroundings = {
  dataDir: folder,
  bindHost: '0.0.0.0',
  logLevel: 'info',
  baseUrl: 'http://127.0.0.1:8080',
  urls: { postgres: 'postgres://postgres:secret@127.0.0.1:1/postgres', nats: 'nats://n', clickhouse: 'http://c' },
  ports: Object.fromEntries(UNITS.map((unit, index) => [unit.name, { http: index, grpc: index + 100, internal: 1 }])),
};

test('each service reaches the database as its own role, and never learns the password of the superuser', () => {
  for (const unit of UNITS) {
    const env = environmentOf(unit, around, secrets);
    expect(JSON.stringify(env)).not.toContain('secret@');
    if (unit.service === undefined) {
      expect(env).not.toHaveProperty('DATABASE_URL');
      continue;
    }
    const url = new URL(env.DATABASE_URL ?? '');
    expect(url.username).toBe(unit.service.replaceAll('-', '_'));
    expect(url.pathname).toBe('/linescope');
  }
});

test('only the units that keep customers’ secrets can read them', () => {
  const holders = UNITS.filter((unit) => 'SECRET_KEYS' in environmentOf(unit, around, secrets)).map(({ name }) => name);
  expect(holders).toEqual(['identity', 'imports', 'imports-worker']);
});

test('only the gateway listens where others can reach it', () => {
  const open = UNITS.filter((unit) => environmentOf(unit, around, secrets).BIND_HOST !== '127.0.0.1');
  expect(open.map(({ name }) => name)).toEqual(['gateway']);
});

test('secrets are made once, differ from each other, and only their owner may read them', () => {
  expect(ensureSecrets(secretsFile, SERVICES)).toEqual(secrets);
  expect(statSync(secretsFile).mode & 0o777).toBe(0o600);
  const passwords = [secrets.postgres_password, secrets.rpc_token, ...Object.values(secrets.role_passwords)];
  expect(new Set(passwords).size).toBe(passwords.length);
});
