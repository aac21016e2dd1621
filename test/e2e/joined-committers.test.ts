import { insertRows, scoreRow } from '@linescope/analytics/testing/fact-rows';
import { emptyIdentity, resolveIdentities } from '@linescope/developers-teams/actions/committers/resolve-identities';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { runAdmin } from '@linescope/identity/admin/run-admin';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_RPC_TOKEN, TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/call-api.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

let stack: Stack;
let api: Caller;

beforeAll(async () => {
  stack = await startStack();
  const acme = await stack.tenant('acme');
  const { entityId } = acme.principal;
  api = stack.callerOf(acme);
  const { repo } = await stack.imports.started.context.identity.registerRepo({
    entityId,
    gitProviderEm: 'hostC',
    organizationSlug: 'web',
    repoSlug: 'app',
    externalId: 'app',
  });
  const people = ['ada', 'ada-home', 'bob'].map((name) => ({ ...emptyIdentity, name, email: `${name}@acme.example` }));
  const resolved = await resolveIdentities(stack.developersTeams.started.context, entityId, null, people);
  await insertRows(
    stack.clickHouse,
    commitScoresTable,
    resolved.map(({ identityId }, index) =>
      scoreRow({
        entity_id: entityId,
        repo_id: repo?.id ?? 0,
        sha: String(index).repeat(40),
        committer_id: identityId,
        authored_at: Date.parse('2026-10-05T10:00:00Z') / 1000,
        delta: 10 ** index,
      }),
    ),
  );
});

const deltas = async (): Promise<Record<string, number>> => {
  const { body } = await api.get('/reports', {
    resource_path: 'acme',
    aggregate_by: 'committer',
    start_date: '2026-10-01',
    end_date: '2026-10-09',
  });
  const series: [string, { y: number | null }[]][] = Object.entries(body.series_segments);
  return Object.fromEntries(series.map(([name, points]) => [name, points.reduce((sum, { y }) => sum + (y ?? 0), 0)]));
};

const deployers = async (): Promise<Record<string, string>> => {
  const { body } = await api.get('/releases', { resource_path: 'acme', start_date: '2026-01-01' });
  const releases: { name: string; deployed_by: { committer_user_name: string } }[] = body.releases;
  return Object.fromEntries(releases.map((release) => [release.name, release.deployed_by.committer_user_name]));
};

const admin = (line: string) =>
  runAdmin(line.split(' '), {
    DATABASE_URL: stack.identityUrl,
    SECRET_KEYS: TEST_SECRET_KEYS,
    RPC_TOKEN: TEST_RPC_TOKEN,
    DEVELOPERS_TEAMS_GRPC: `127.0.0.1:${stack.developersTeams.started.grpcPort}`,
  });

test('identities that the admin command joins or splits are one person, or two, in reports at once and backwards', async () => {
  await eventually(async () => (await deltas())['bob'] === 100);
  expect(await deltas()).toEqual({ ada: 1, 'ada-home': 10, bob: 100 });
  const joined = await admin('committer join ada ada-home@acme.example --entity acme --json');
  expect(joined.stderr).toBe('');
  expect(JSON.parse(joined.stdout)).toMatchObject([
    { committer_user_name: 'ada', role: 'primary' },
    { committer_user_name: 'ada-home', role: 'child' },
  ]);
  await eventually(async () => (await deltas())['ada'] === 11);
  expect(await deltas()).toEqual({ ada: 11, bob: 100 });
  expect((await api.get('/developers')).body.committers).toHaveLength(2);
  expect((await admin('committer split ada-home --entity acme')).stdout).toContain('ada-home');
  await eventually(async () => (await deltas())['ada-home'] === 10);
  expect(await deltas()).toEqual({ ada: 1, 'ada-home': 10, bob: 100 });
  const { stdout } = await admin('audit list --json');
  expect(stdout).toMatch(/committer_split.*committers_joined/);
});

test('the admin command says what is wrong with a joining in a sentence', async () => {
  for (const [line, exitCode, sentence] of [
    ['committer join ada nobody --entity acme', 2, 'There is no developer nobody.'],
    ['committer join ada --entity acme', 2, "missing required argument 'identity'"],
    ['committer split ada --entity acme', 2, 'ada is a primary'],
    ['committer split ada --entity nowhere', 2, 'There is no entity nowhere.'],
  ] as const) {
    const result = await admin(line);
    expect([result.exitCode, result.stderr]).toEqual([exitCode, expect.stringContaining(sentence)]);
  }
  const alone = await runAdmin(['committer', 'split', 'ada', '--entity', 'acme'], {
    DATABASE_URL: stack.identityUrl,
    SECRET_KEYS: TEST_SECRET_KEYS,
  });
  expect(alone.stderr).toContain('DEVELOPERS_TEAMS_GRPC');
});

test('what an admin does to people is in the audit trail, once', async () => {
  await api.post('/identities/join', { primary_identifier: 'bob', identifiers: ['ada-home'] });
  await api.post('/identities/split', { identifier: 'ada-home' });
  await api.post('/developers/set_processing', { committer_user_name: 'bob', processing_status: 'processing_stats' });
  const acts = async () => {
    const { body } = await api.get('/audit_trail');
    const entries: { act: string; actor: string; detail: object }[] = body.entries;
    return entries.filter(({ act }) => /^(identit|processing_set)/.test(act) && entries.length > 0);
  };
  await eventually(async () => (await acts()).length >= 3);
  expect(await acts()).toMatchObject([
    { act: 'processing_set', actor: expect.stringMatching(/^token:\d+$/), detail: { people: ['bob'] } },
    { act: 'identity_split', detail: { identity: 'ada-home' } },
    { act: 'identities_joined', detail: { primary: 'bob', joined: ['ada-home'] } },
  ]);
});

test('releases that an identity deployed are of the person who it is today', async () => {
  const release = (name: string) =>
    api.post('/releases', {
      resource_path: 'acme/web/app',
      name,
      released_at: '2026-10-06T10:00:00Z',
      release_sha: '0'.repeat(40),
      deployed_by_user_name: 'ada-home',
    });
  expect((await release('before')).status).toBe(201);
  expect(await deployers()).toEqual({ before: 'ada-home' });
  await admin('committer join ada ada-home --entity acme');
  expect((await release('after')).status).toBe(201);
  expect(await deployers()).toEqual({ before: 'ada', after: 'ada' });
  await admin('committer split ada-home --entity acme');
  expect(await deployers()).toEqual({ before: 'ada-home', after: 'ada-home' });
});
