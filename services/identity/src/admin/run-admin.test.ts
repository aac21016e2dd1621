import { randomBytes } from 'node:crypto';
import { connectBroker } from '@linescope/chassis/events/broker';
import { publishRaw } from '@linescope/chassis/events/publish';
import { token as hostToken, otherToken, type SampleHost, startSampleHost } from '@linescope/code-host/sample-host';
import { startLocalProxy } from '@linescope/providers/testing/local-proxy';
import { testNats } from '@linescope/test-kit/test-nats';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const admin = (line: string, more: Record<string, string> = {}) => runAdmin(line.split(' '), { ...env, ...more });

/** What a list for people shows, its head first. */
const cellsOf = (stdout: string): string[][] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

async function adminJson(line: string, more: Record<string, string> = {}) {
  const { stdout, stderr } = await admin(`${line} --json`, more);
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
      ['nonsense', "unknown command 'nonsense'"],
      ['entity create', "missing required argument 'slug'"],
      ['entity create Not_A_Slug', '<slug> must be 1 to 63'],
      ['user list', '--entity is required.'],
      ['user list --entity nowhere', 'There is no entity nowhere.'],
      ['token revoke 999', 'There is no live token with id 999.'],
      ['token list --colour red', "unknown option '--colour'"],
    ] as const) {
      const result = await admin(line);
      expect(result.exitCode).toBe(2);
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
      'entity set --entity tuned seat_limit=25 time_zone=Europe/Zurich holidays=2026-12-25,2026-12-26 import_window=all';
    expect((await adminJson(words)).settings).toMatchObject({
      seat_limit: 25,
      time_zone: 'Europe/Zurich',
      holidays: ['2026-12-25', '2026-12-26'],
      import_window: 'all',
      business_day_start: '09:00',
    });
    const refused = await admin('entity set --entity tuned seat_limit=-1 time_zone=Mars/Base');
    expect(refused.stderr).toContain('seat_limit');
    const weights = (text: string) => admin(`entity set --entity tuned diff_delta_weights=${text}`);
    expect((await weights('{"add":7}')).stderr).toContain('diff_delta_weights.add is no weight');
    expect((await weights('{"operation":{"add":-1}}')).stderr).toContain(
      'diff_delta_weights.operation.add must be 0 or more',
    );
    expect((await weights('{"proximity":0}')).stderr).toContain('diff_delta_weights.proximity must be 0.1 or more');
    expect((await weights('heavy')).stderr).toContain('diff_delta_weights must be an object');
    expect((await admin('entity set --entity tuned diff_delta_version=7')).stderr).toContain('must not be given');
    const scored = await adminJson('entity set --entity tuned diff_delta_weights={"operation":{"add":7}}');
    expect(scored.settings).toMatchObject({
      diff_delta_version: 2,
      diff_delta_weights: { operation: { add: 7, del: 25 }, category: { test: 0.6 }, proximity: 20 },
    });
    const same = await adminJson('entity set --entity tuned diff_delta_weights={"operation":{"add":7}} seat_limit=25');
    expect(same.settings.diff_delta_version).toBe(2);
    const unset = await adminJson('entity set --entity tuned diff_delta_weights=null');
    expect(unset.settings).toMatchObject({ diff_delta_version: 3, diff_delta_weights: null });
    for (const zone of ['Mars/Base', '+05:30', 'GMT+2'])
      expect((await admin(`entity set --entity tuned time_zone=${zone}`)).stderr).toContain('time_zone must be a zone');
    for (const [given, kept] of [
      ['utc', 'UTC'],
      ['europe/zurich', 'Europe/Zurich'],
    ])
      expect((await adminJson(`entity set --entity tuned time_zone=${given}`)).settings.time_zone).toBe(kept);
    expect((await admin('entity set --entity tuned business_day_end=08:00')).stderr).toContain(
      'later than business_day_start',
    );
    expect((await admin('entity set --entity tuned colour=red')).stderr).toContain('the settings are time_zone');
    expect((await adminJson('entity show --entity tuned')).settings).toMatchObject({
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

describe('tokens of others', () => {
  let host: SampleHost;
  beforeAll(async () => {
    host = await startSampleHost();
    await adminJson('entity create others');
    await adminJson('user create ada@others.example --entity others --role admin');
  });
  afterAll(() => host.stop());

  test('of AI providers are added from the environment or standard input, listed and removed', async () => {
    const line = 'llm-token create --entity others --email ada@others.example --provider vendorB_editor';
    expect((await admin(line)).stderr).toContain('Give --token-stdin, or set LLM_TOKEN.');
    const { id } = await adminJson(line, { LLM_TOKEN: 'editor-secret' });
    const listed = await adminJson('llm-token list --entity others');
    expect(listed).toMatchObject([{ id, provider: 'vendorB_editor', resources: 'others' }]);
    expect(JSON.stringify(listed)).not.toContain('editor-secret');
    const [head, row] = cellsOf((await admin('llm-token list --entity others')).stdout);
    expect(head).toEqual(['id', 'provider', 'created by', 'resources', 'created at', 'last used at', 'error']);
    expect(row?.slice(0, 2)).toEqual([String(id), 'Cursor']);
    expect((await admin(`${line} --organizations none`, { LLM_TOKEN: 'x' })).stderr).toContain('no organization none');
    const [, newest] = cellsOf((await admin('audit list --limit 1')).stdout);
    expect(newest?.slice(4, 6)).toEqual(['llm_token_added', `llm token id ${id}, ai usage provider Cursor`]);
    await adminJson(`llm-token remove ${id}`);
    expect(await adminJson('llm-token list --entity others')).toEqual([]);
  });

  test('of code hosts are verified, kept, and follow the host to a new address', async () => {
    const line = `provision --entity others --email ada@others.example --provider github --endpoint ${host.url}`;
    const { id, organizations } = await adminJson(line, { GIT_PROVIDER_TOKEN: hostToken });
    expect(organizations).toEqual(['ada', 'acme']);
    const refused = await admin(line, { GIT_PROVIDER_TOKEN: 'not-the-token' });
    expect(refused.stderr).toContain('The host refused the token');
    expect(refused.stderr).not.toContain('not-the-token');
    const moved = await adminJson(`${line}/api/v3 --moved`, { GIT_PROVIDER_TOKEN: hostToken });
    expect(moved.id).toBe(id);
    expect(await adminJson('connection list --entity others')).toMatchObject([
      { id, git_provider_em: 'hostC', account: 'ada', endpoint: `${host.url}/api/v3`, status: 'connection_valid' },
    ]);
    const [head, row] = cellsOf((await admin('connection list --entity others')).stdout);
    expect(head?.slice(0, 6)).toEqual(['id', 'git provider', 'account', 'endpoint', 'status', 'expires at']);
    expect(row?.slice(0, 6)).toEqual([String(id), 'GitHub', 'ada', `${host.url}/api/v3`, 'valid', '-']);
    expect((await admin('provision --entity others --email ada@others.example --provider x')).stderr).toContain(
      '--provider must be one of azure_devops, azure_devops_server, bitbucket, bitbucket_server, github, gitlab.',
    );
    expect((await admin(`${line} --provider hostB_server --endpoint=`)).stderr).toContain('GIT_PROVIDER_TOKEN');
  });

  test('have a webhook whose address and secret the operator sees, renews and sets', async () => {
    const [{ id }] = await adminJson('connection list --entity others');
    const base = { PUBLIC_BASE_URL: 'https://lines.example/' };
    const first = await adminJson(`connection webhook ${id}`, base);
    expect(first).toMatchObject({ url: `https://lines.example/hooks/hostC/${id}`, git_provider_em: 'hostC' });
    expect(await adminJson(`connection webhook ${id}`, base)).toEqual(first);
    const renewed = await adminJson(`connection webhook ${id} --rotate`);
    expect([renewed.secret.length, renewed.secret === first.secret]).toEqual([43, false]);
    const own = { WEBHOOK_SECRET: 'a secret of the customer' };
    expect(await adminJson(`connection webhook ${id} --set`, own)).toMatchObject({ secret: own.WEBHOOK_SECRET });
    expect((await admin(`connection webhook ${id} --set`, { WEBHOOK_SECRET: 'short' })).stderr).toContain('16 char');
    expect((await admin('connection webhook 99999')).stderr).toContain('There is no connection 99999');
    expect((await admin(`connection webhook ${id}`)).stdout).toContain(own.WEBHOOK_SECRET);
    const audit = await adminJson('audit list --limit 2');
    expect(JSON.stringify(audit)).not.toContain(own.WEBHOOK_SECRET);
    expect(audit).toMatchObject([{ action: 'webhook_secret_set' }, { action: 'webhook_secret_set' }]);
  });

  test('of issue trackers are verified, kept and shown without their tokens, one an entity', async () => {
    const line = `tracker set --entity others --endpoint ${host.url}/tracker/ --email Ada@others.example`;
    expect((await admin(line)).stderr).toContain('TRACKER_TOKEN');
    const given = { TRACKER_TOKEN: hostToken };
    expect((await admin(`${line} --endpoint nowhere`, given)).stderr).toContain('--endpoint');
    expect((await admin(`${line} --email nobody`, given)).stderr).toContain('--email');
    await adminJson(line, given);
    await adminJson(`${line} --boards 7,8`, { TRACKER_TOKEN: otherToken });
    const list = () => admin('tracker list --entity others --json');
    const listed = await list();
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { endpoint: `${host.url}/tracker`, email: 'ada@others.example', boards: '7,8' },
    ]);
    for (const token of [hostToken, otherToken]) expect(listed.stdout).not.toContain(token);
    expect(await adminJson('audit list --limit 1')).toMatchObject([{ action: 'tracker_set' }]);
    for (const [options, more, sentence] of [
      ['', { TRACKER_TOKEN: 'not-the-token' }, 'The host refused the token'],
      ['', { TRACKER_TOKEN: 'two\nlines' }, 'The token holds spaces'],
      ['--endpoint http://127.0.0.1:9', given, 'The endpoint could not be reached'],
      [`--endpoint ${host.url}`, given, 'does not answer as this tracker does'],
      ['', { ...given, ALLOW_PRIVATE_ADDRESSES: 'false' }, 'not an address that this service may call'],
    ] as const) {
      const refused = await admin(`${line} --boards 9 ${options}`.trim(), more);
      expect([refused.exitCode === 0, refused.stdout]).toEqual([false, '']);
      expect(refused.stderr).toContain(sentence);
      expect(refused.stderr).not.toContain(more.TRACKER_TOKEN);
      expect((await list()).stdout).toBe(listed.stdout);
    }
  });

  test('whose host is behind a proxy that refuses it: the proxy is named, and neither its password nor the token', async () => {
    const credentials = { user: 'ada', password: 'secret-word' };
    await using proxy = await startLocalProxy({ names: {}, credentials, refusal: 403 });
    const given = { HTTPS_PROXY: proxy.url.href, TRACKER_TOKEN: hostToken, OIDC_CLIENT_SECRET: 'client-secret' };
    for (const line of [
      'tracker set --entity others --endpoint https://tracker.acme.example --email ada@others.example',
      'oidc set --entity others --issuer https://login.acme.example --client-id linescope --domains others.example',
    ]) {
      const { exitCode, stderr } = await admin(line, given);
      expect(exitCode).not.toBe(0);
      expect(stderr).toContain(`The proxy ${proxy.url.host} answered 403.`);
      expect(stderr).not.toMatch(new RegExp(`secret-word|client-secret|${hostToken}`));
    }
    expect(new Set(proxy.calls.map(({ target }) => target))).toEqual(
      new Set(['tracker.acme.example:443', 'login.acme.example:443']),
    );
  });

  test('are sealed again with a new key, after which the old key is not needed', async () => {
    await adminJson('llm-token create --entity others --email ada@others.example --provider vendorB_editor', {
      LLM_TOKEN: 'kept',
    });
    const newest = { kid: 'newest', key: randomBytes(32).toString('base64url') };
    const both = JSON.stringify([newest, ...JSON.parse(TEST_SECRET_KEYS)]);
    expect(await adminJson('rotate-secrets', { SECRET_KEYS: both })).toEqual({ resealed: 4 });
    expect(await adminJson('rotate-secrets', { SECRET_KEYS: JSON.stringify([newest]) })).toEqual({ resealed: 0 });
    env = { ...env, SECRET_KEYS: JSON.stringify([newest]) };
  });

  test('are removed with their tokens, and then the user who brought them', async () => {
    const [{ id }] = await adminJson('connection list --entity others');
    await adminJson('user create boss@others.example --entity others --role admin');
    expect((await admin('user remove ada@others.example --entity others')).stderr).toContain('Remove it first');
    expect(await adminJson(`connection remove ${id}`)).toEqual({ id });
    expect((await admin(`connection remove ${id}`)).stderr).toContain(`There is no connection ${id}`);
    expect(await adminJson('connection list --entity others')).toEqual([]);
    expect(await adminJson('user remove ada@others.example --entity others')).toMatchObject({
      email: 'ada@others.example',
    });
    expect((await admin('user remove ada@others.example --entity others')).stderr).toContain('not a member of others');
    expect((await admin('user remove boss@others.example --entity others')).stderr).toContain('only admin');
  });

  test('seed-demo connects the demo entity to the local code host, wherever it is now', async () => {
    const local = { CODE_HOST_URL: host.url, CODE_HOST_TOKEN: hostToken };
    await adminJson('seed-demo', local);
    await adminJson('seed-demo', { ...local, CODE_HOST_URL: `${host.url}/api/v3` });
    expect(await adminJson('connection list --entity demo')).toMatchObject([{ endpoint: `${host.url}/api/v3` }]);
  });
});

describe('an operator', () => {
  test('sets and lifts a seat limit', async () => {
    await adminJson('entity create seated');
    expect(await adminJson('seats --entity seated')).toEqual({ entity_slug: 'seated', seat_limit: null });
    await adminJson('seats --entity seated --limit 7');
    expect((await adminJson('entity show --entity seated')).settings.seat_limit).toBe(7);
    expect(await adminJson('seats --entity seated --limit none')).toEqual({ entity_slug: 'seated', seat_limit: null });
    expect((await admin('seats --entity seated --limit many')).stderr).toContain('--limit must be');
  });

  test('lists, shows and replays dead letters', async () => {
    const broker = await connectBroker(env['NATS_URL'] ?? '', env['NATS_NAMESPACE'] ?? '', 'test');
    const subject = `${broker.namespace}.events.1.lost`;
    await publishRaw(broker, `${broker.namespace}.dead.someone`, Buffer.from('{"lost":true}'), {
      messageId: 'dead-1',
      headers: { 'linescope-original-subject': subject, 'linescope-reason': 'it was broken' },
    });
    const [letter] = await adminJson('dead-letters list');
    expect(letter).toMatchObject({ consumer: 'someone', subject, reason: 'it was broken' });
    expect(await adminJson(`dead-letters show ${letter.sequence}`)).toMatchObject({ payload: '{"lost":true}' });
    expect(await adminJson('dead-letters replay all')).toEqual({ replayed: [letter.sequence], missing: [] });
    expect(await adminJson('dead-letters list')).toEqual([]);
    const again = await broker.manager.streams.getMessage(`${broker.namespace}_EVENTS`, { last_by_subj: subject });
    expect(again.string()).toBe('{"lost":true}');
    await broker.close();
  });

  test('sees who did what, and which entities leave or are gone', async () => {
    const { id } = await adminJson('entity create watched');
    await adminJson('user create ada@watched.example --entity watched --role admin');
    const lines = await adminJson(`audit list --entity-id ${id}`);
    expect(lines).toMatchObject([
      { action: 'member_added', actor: 'operator', detail: { role: 'admin' } },
      { action: 'entity_created', actor: 'operator' },
    ]);
    expect(await adminJson('audit list --limit 1')).toHaveLength(1);
    expect(await adminJson('offboarding list')).toEqual([]);
    expect(await adminJson('tombstone list')).toEqual([]);
  });

  test('sees organizations and repos', async () => {
    expect(await adminJson('organization list --entity seated')).toEqual([]);
    expect((await admin('repo list --entity seated')).stdout).toBe('none\n');
  });
});
