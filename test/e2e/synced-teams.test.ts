import { syncHostTeams, syncTrackerTeams } from '@linescope/imports/provider-sync/sync-teams';
import { startLocalHost, testRuntime } from '@linescope/providers/testing/local-host';
import { openTrackerA } from '@linescope/providers/trackers/jira/tracker';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/call-api.ts';
import { type Stack, startStack } from '../support/start-stack.ts';
import { serveTalkativeRepo } from '../support/talkative-repo.ts';

let stack: Stack;
let api: Caller;
let entityId = 0;
const users = [
  { id: 11, login: 'ada', name: 'Ada', email: 'ada@example.com' },
  { id: 12, login: 'grace', name: 'Grace', email: 'grace@example.com' },
];
type HostTeam = { id: number; name: string; slug: string; members: string[] };
const organization = (teams: HostTeam[], { id, login } = { id: 5, login: 'acme' }) =>
  stack.codeHost.putOrganizationRecord({ id, login, name: login, users, teams });
const team = async (name: string) => (await api.get('/teams', { name })).body.team;
const memberNames = (found: { developers: { committer_user_name: string }[] }) =>
  found.developers.map((developer) => developer.committer_user_name);

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  const repo = await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
  organization([
    { id: 71, name: 'Reckoners', slug: 'reckoners', members: ['ada', 'grace'] },
    { id: 72, name: 'Watchers', slug: 'watchers', members: ['nobody-here'] },
  ]);
  const acme = await stack.tenant('acme');
  entityId = acme.principal.entityId;
  api = stack.callerOf(acme);
  await stack.connect(acme);
  await api.post('/imports', { resource_path: 'acme', repo_path: repo.path });
});

test('an import brings the teams of the code host, and follows them as they change there', async () => {
  const first = await eventually(async () => {
    const found = await team('Reckoners');
    return found?.developers.length === 2 && found;
  }, 30_000);
  expect(first).toMatchObject({ external_source_em: 'source_hostC', slug: 'reckoners' });
  expect(memberNames(first)).toEqual(['ada', 'grace']);
  expect(memberNames(await team('Watchers'))).toEqual([]);
  await api.post('/teams', { name: 'Ours', developer_members: 'ada' });
  await api.put('/teams', { name: 'Reckoners', project_board_id: '7' });

  organization([{ id: 71, name: 'Abacus', slug: 'abacus', members: ['grace'] }]);
  const { context } = stack.imports.started;
  const again = async () => {
    await context.postgres.run('UPDATE team_readings SET next_at = now()');
    await syncHostTeams(context, entityId, new AbortController().signal);
  };
  await again();
  const renamed = await team('Abacus');
  expect(renamed).toMatchObject({ id: first.id, external_source_em: 'source_hostC', project_board_id: '7' });
  expect(memberNames(renamed)).toEqual(['grace']);
  expect([await team('Watchers'), memberNames(await team('Ours'))]).toEqual([undefined, ['ada']]);

  // Where the token may not read the teams of one organization, the others follow.
  const beta = await serveTalkativeRepo(stack.codeHost, 'beta', 'more');
  organization([{ id: 81, name: 'Betas', slug: 'betas', members: ['ada'] }], { id: 6, login: 'beta' });
  await api.post('/imports', { resource_path: 'acme', repo_path: beta.path });
  await eventually(async () => {
    await again();
    return team('Betas');
  });
  organization([
    { id: 71, name: 'Abacus', slug: 'abacus', members: ['ada'] },
    { id: 73, name: 'Newcomers', slug: 'newcomers', members: ['grace'] },
  ]);
  stack.codeHost.setFaults({ next: [{ kind: 'fail', status: 403, path: '/orgs/beta/teams' }] });
  await again();
  expect(
    await Promise.all(['Abacus', 'Newcomers', 'Betas'].map(async (name) => memberNames(await team(name)))),
  ).toEqual([['ada'], ['grace'], ['ada']]);

  // Where the host does not answer, nothing is removed.
  stack.codeHost.setFaults({ revoked_tokens: ['code-host-token'] });
  await again();
  expect(memberNames(await team('Abacus'))).toEqual(['ada']);
});

test('a tracker’s projects are teams of those who have a role in them', async () => {
  await using local = await startLocalHost(({ path }, url) => {
    const at = path.replace('/rest/api/2/', '');
    if (at === 'project') return { body: [{ id: '900', key: 'SUM', name: 'Sums' }] };
    if (at === 'project/900/role') return { body: { Developers: `${url}/rest/api/2/project/900/role/1` } };
    if (at === 'project/900/role/1') return { body: { actors: [{ type: 'atlassian-user-role-actor', name: 'ada' }] } };
    return { body: { name: 'ada', emailAddress: 'Ada@Example.com' } };
  });
  const tracker = openTrackerA({ id: 't', token: 'secret', email: null, endpoint: local.url }, testRuntime());
  await syncTrackerTeams(stack.imports.started.context, entityId, tracker);
  const found = await team('Sums');
  expect(found.external_source_em).toBe('source_tracker_a');
  expect(memberNames(found)).toEqual(['ada']);
});
