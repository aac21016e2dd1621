import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@linescope/chassis/config/read-config';
import { PRINCIPAL_KEYS, SECRET_KEYS } from '@linescope/chassis/config/settings';
import { BROKER_USERS } from '@linescope/chassis/events/broker-users';
import { withClient } from '@linescope/chassis/postgres/service-roles';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { migrationSettings, runMigrations } from './run-migrations.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-setup-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { NODE_COMPILE_CACHE } = process.env;

const makeSecrets = (secretsDir: string, env = {}) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'make-secrets.ts')], {
    env: { NODE_COMPILE_CACHE, SECRETS_DIR: secretsDir, ...env },
    encoding: 'utf8',
  });

function filesOf(secretsDir: string): Record<string, string> {
  const paths = readdirSync(secretsDir, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(secretsDir, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(secretsDir, path), 'utf8')]));
}

test('secrets are made once: a second run changes none, and makes only the one that is gone', () => {
  const secretsDir = join(folder, 'secrets');
  expect(makeSecrets(secretsDir)).toMatch(/^\d+ secrets were made/);
  const first = filesOf(secretsDir);
  expect(makeSecrets(secretsDir)).toBe('All secrets are there.\n');
  rmSync(join(secretsDir, 'gateway', 'rpc_token'));
  expect(makeSecrets(secretsDir)).toBe('1 secrets were made.\n');
  expect(filesOf(secretsDir)).toEqual(first);
});

test('the secrets are what the units take, each only its own, and no file is for everyone to read', () => {
  const secretsDir = join(folder, 'own');
  makeSecrets(secretsDir);
  const files = filesOf(secretsDir);
  const inIdentity = (name: string) => join(secretsDir, 'identity', name);
  const keys = readConfig(z.object({ PRINCIPAL_KEYS, SECRET_KEYS }), {
    PRINCIPAL_KEYS_FILE: inIdentity('principal_keys'),
    SECRET_KEYS_FILE: inIdentity('secret_keys'),
  });
  expect(keys.SECRET_KEYS).toHaveLength(1);
  expect(files['imports/secret_keys']).toBe(files['identity/secret_keys']);
  const holders = (name: string) => Object.keys(files).filter((path) => path.endsWith(`/${name}`));
  expect(holders('secret_keys')).toEqual(['identity/secret_keys', 'imports/secret_keys']);
  expect(holders('clickhouse_url')).toEqual(['analytics/clickhouse_url']);
  expect(new Set(holders('database_url').map((path) => files[path])).size).toBe(5);
  for (const path of Object.keys(files)) expect(statSync(join(secretsDir, path)).mode & 0o007).toBe(0);
});

test('each service has a user of its own at the broker, also where an earlier version had made one for all', () => {
  const secretsDir = join(folder, 'users');
  makeSecrets(secretsDir);
  writeFileSync(join(secretsDir, 'identity', 'nats_url'), 'nats://linescope:old@nats:4222\n');
  writeFileSync(join(secretsDir, 'imports', 'nats_url'), 'nats://linescope:old@nats:4222\n');
  makeSecrets(secretsDir);
  const files = filesOf(secretsDir);
  const configuration = files['nats/nats.conf'] ?? '';
  for (const user of BROKER_USERS) {
    const { username, password } = new URL(
      files[user === 'admin' ? 'identity/nats_admin_url' : `${user}/nats_url`] ?? '',
    );
    expect(username).toBe(user);
    expect(configuration).toContain(`{ user: "${user}", password: "${password}", permissions: {`);
  }
  expect(new Set(configuration.match(/password: "[^"]+"/g)).size).toBe(BROKER_USERS.length);
  expect(configuration).not.toContain('sync_interval');
  makeSecrets(secretsDir, { NATS_SYNC_INTERVAL: 'always' });
  expect(filesOf(secretsDir)['nats/nats.conf']).toContain('sync_interval: always');
});

test('a key is rotated by adding one in front, for every unit alike, and dropping the rest', () => {
  const secretsDir = join(folder, 'rotated');
  makeSecrets(secretsDir);
  const rotate = (step: string) =>
    execFileSync(process.execPath, [join(import.meta.dirname, 'rotate-key.ts'), 'secret_keys', step], {
      env: { NODE_COMPILE_CACHE, SECRETS_DIR: secretsDir },
      encoding: 'utf8',
    });
  const keys = () =>
    ['identity', 'imports'].map(
      (unit) =>
        readConfig(z.object({ SECRET_KEYS }), { SECRET_KEYS_FILE: join(secretsDir, unit, 'secret_keys') }).SECRET_KEYS,
    );
  const [first] = keys()[0] ?? [];
  expect(rotate('add')).toMatch(/is in front, for 2 units/);
  const [inIdentity = [], inImports] = keys();
  expect(inIdentity).toEqual(inImports);
  expect(inIdentity).toHaveLength(2);
  expect(inIdentity[1]).toEqual(first);
  rotate('drop');
  expect(keys()).toEqual([[inIdentity[0]], [inIdentity[0]]]);
});

test('one run makes the database, the roles and every table; the next finds nothing to do', async () => {
  const [postgres, clickHouse] = await Promise.all([testPostgres('setup'), testClickHouse()]);
  const database = `${postgres.database}_made`;
  const roles = ['identity', 'developers_teams', 'defects_releases', 'imports', 'analytics'];
  const urlOf = (role: string) => {
    const url = new URL(postgres.adminUrl);
    url.username = `${role}_${database}`;
    url.password = 'p%2Fw';
    url.pathname = database;
    return url.href;
  };
  const config = readConfig(migrationSettings, {
    ADMIN_DATABASE_URL: postgres.adminUrl,
    ...Object.fromEntries(roles.map((role) => [`${role.toUpperCase()}_DATABASE_URL`, urlOf(role)])),
    CLICKHOUSE_URL: clickHouse.url,
    CLICKHOUSE_DATABASE: clickHouse.database,
  });
  const said: string[] = [];
  try {
    await runMigrations(config, (sentence) => said.push(sentence));
    expect(said).toHaveLength(6);
    expect(said.join('\n')).not.toContain('nothing to do');
    const { rows } = await withClient(urlOf('identity'), (client) =>
      client.query('select count(*)::int from entities'),
    );
    expect(rows).toEqual([{ count: 0 }]);
    said.length = 0;
    await runMigrations(config, (sentence) => said.push(sentence));
    expect(said.every((sentence) => sentence.endsWith('nothing to do'))).toBe(true);
  } finally {
    await withClient(postgres.adminUrl, async (admin) => {
      await admin.query(`drop database if exists ${database} with (force)`);
      for (const role of roles) await admin.query(`drop role if exists ${role}_${database}`);
    });
  }
}, 120_000);
