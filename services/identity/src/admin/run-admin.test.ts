import { testNats } from '@linescope/test-kit/test-nats';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { runAdmin } from './run-admin.ts';

let env: Record<string, string>;
beforeAll(async () => {
  const [postgres, nats] = await Promise.all([testPostgres('identity'), testNats()]);
  env = {
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    NATS_NAMESPACE: nats.namespace,
    SECRET_KEYS: TEST_SECRET_KEYS,
    ALLOW_PRIVATE_ADDRESSES: 'true',
  };
});

const admin = (line: string) => runAdmin(line.split(' '), env);

async function adminJson(line: string) {
  const { stdout, stderr } = await admin(`${line} --json`);
  expect(stderr).toBe('');
  expect(stdout.trim()).not.toContain('\n');
  return JSON.parse(stdout);
}

describe('the admin command', () => {
  test('helps on every level', async () => {
    for (const line of ['', '--help', 'entity --help', 'token', 'token create --help', 'seed-demo -h']) {
      const words = line === '' ? [] : line.split(' ');
      const result = await runAdmin(words, {});
      expect(`${result.stdout}${result.stderr}`).toContain('npm run admin --');
    }
    expect((await runAdmin(['entity', 'set', '--help'], {})).stdout).toContain('seat_limit=25');
  });

  test('says what is wrong in a sentence, without a stack', async () => {
    for (const [line, sentence] of [
      ['nonsense', 'There is no command "nonsense".'],
      ['entity create', '<slug> is required.'],
      ['entity create Not_A_Slug', '<slug> must be 1 to 63'],
      ['user list', '--entity is required.'],
      ['user list --entity nowhere', 'There is no entity nowhere.'],
      ['token revoke 999', 'There is no live token with id 999.'],
      ['token list --colour red', "Unknown option '--colour'"],
    ] as const) {
      const result = await admin(line);
      expect(result.exitCode).toBe(1);
      expect(result.stderr).toContain(sentence);
      expect(result.stderr).not.toMatch(/^\s+at /m);
    }
    expect((await runAdmin(['entity', 'list'], {})).stderr).toContain('DATABASE_URL is required');
  });

  test('makes an entity, its users and their tokens', async () => {
    expect(await adminJson('entity create works')).toMatchObject({ slug: 'works', status: 'active' });
    expect((await admin('entity create works')).stderr).toContain('There is an entity works already.');
    await adminJson('user create Ada@Works.Example --entity works --role admin --name Ada');
    const token = await adminJson('token create --entity works --email ada@works.example --rate-limit 5');
    expect(token.api_token).toMatch(/^lsc_/);
    const listed = await adminJson('token list --entity works');
    expect(listed).toMatchObject([{ id: token.id, rate_limit_per_minute: 5, revoked_at: null }]);
    expect(JSON.stringify(listed)).not.toContain(token.api_token.slice(12));
    await adminJson('user set-role ada@works.example --entity works --role member');
    expect(await adminJson('user list --entity works')).toMatchObject([{ email: 'ada@works.example', role: 'member' }]);
    await adminJson(`token set-limit ${token.id} default`);
    await adminJson(`token revoke ${token.id}`);
    expect(await adminJson('token list --entity works')).toMatchObject([
      { rate_limit_per_minute: null, revoked_at: expect.any(String) },
    ]);
  });

  test('changes settings as a whole or not at all', async () => {
    await adminJson('entity create tuned');
    const words =
      'entity set tuned seat_limit=25 time_zone=Europe/Zurich holidays=2026-12-25,2026-12-26 import_window=all';
    expect((await adminJson(words)).settings).toMatchObject({
      seat_limit: 25,
      time_zone: 'Europe/Zurich',
      holidays: ['2026-12-25', '2026-12-26'],
      import_window: 'all',
      business_day_start: '09:00',
    });
    const refused = await admin('entity set tuned seat_limit=-1 time_zone=Mars/Base');
    expect(refused.stderr).toContain('seat_limit');
    expect((await admin('entity set tuned time_zone=Mars/Base')).stderr).toContain('time_zone must be a zone');
    expect((await admin('entity set tuned business_day_end=08:00')).stderr).toContain('later than business_day_start');
    expect((await admin('entity set tuned colour=red')).stderr).toContain('the settings are time_zone');
    expect((await adminJson('entity show tuned')).settings).toMatchObject({
      seat_limit: 25,
      time_zone: 'Europe/Zurich',
    });
  });
});

describe('seed-demo', () => {
  test('gives tokens once, nothing new when repeated, and new ones when asked', async () => {
    const first = await adminJson('seed-demo');
    expect(first).toEqual({
      entity_slug: 'demo',
      api_token: expect.stringMatching(/^lsc_/),
      admin_token: expect.stringMatching(/^lsc_/),
    });
    expect(await adminJson('seed-demo')).toEqual({ entity_slug: 'demo', api_token: null, admin_token: null });
    expect(await adminJson('token list --entity demo')).toHaveLength(1);
    const rotated = await adminJson('seed-demo --rotate');
    expect(rotated.api_token).not.toBe(first.api_token);
    expect(await adminJson('token list --entity demo')).toMatchObject([
      { revoked_at: expect.any(String) },
      { revoked_at: null },
    ]);
    expect(await adminJson('user list --entity operations')).toMatchObject([{ role: 'super_admin' }]);
  });
});
