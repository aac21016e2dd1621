import { teamChanged } from '@linescope/contract/events/developers-teams-events';
import type { Principal } from '@linescope/contract/principal';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
let entityId = 0;
const call = (method: string, json: Record<string, unknown>, as = admin) =>
  service.call(method, '/teams', { as, json });
const show = async (name: string, as = admin) =>
  (await service.call('GET', `/teams?name=${encodeURIComponent(name)}`, { as })).body.team;
const paramsOf = (answer: { body: { errors: { param: string }[] } }) => answer.body.errors.map((error) => error.param);

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  entityId = admin.entityId;
  const api = await service.repo(entityId, 'acme/api');
  await service.repo(entityId, 'acme/web');
  await service.addCommitters(entityId, ['ada', 'bob', 'cleo', 'dan'], { repoId: api });
  await service.rpc.resolveIdentities({
    entityId,
    identities: [
      { name: 'ada', email: '7+ada-at-host@users.noreply.github.com', gitProviderId: '7' },
      { name: 'ada', email: 'ada@acme.example', gitProviderId: '7' },
    ],
  });
  const other = await service.user('globex');
  await service.addCommitters(other.entityId, ['eve'], { domain: 'globex.example' });
  await service.repo(other.entityId, 'globex/secret');
});

describe('POST /teams', () => {
  test('201: makes a team of developers, managers and repos, and publishes it whole', async () => {
    const received = service.collect(teamChanged);
    const mia = await service.user('acme', 'member', 'mia@acme.example');
    const answer = await call('POST', {
      name: 'Größe & Form',
      developer_members: ['ada', 'BOB@acme.example'],
      manager_members: 'mia',
      repo_paths: ['ACME/api'],
      project_board_id: 17,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ action_em: 'action_team_created', response_em: 'response_success' });
    expect(await show('größe & form')).toMatchObject({
      name: 'Größe & Form',
      slug: 'grosse-form',
      parent_slug: null,
      external_source_em: 'source_api_instantiated',
      project_board_id: '17',
      people_count: 2,
      people_seated_count: 2,
      // Ada has two identities.
      committers_total_count: 3,
      committers_active_count: 3,
      committers_seated: ['ada', 'bob'],
      managers: [{ user_id: mia.userId, user_name: 'mia' }],
      repo_paths: ['acme/api'],
    });
    const { users } = await service.identity.findUsers({ entityId, userIds: [mia.userId] });
    expect(users[0]?.role).toBe('manager');
    await eventually(() => received.length === 1);
    expect(received[0]).toMatchObject({
      slug: 'grosse-form',
      removed: false,
      repoPaths: ['acme/api'],
      managerUserIds: [mia.userId],
      externalSourceEm: 'source_api_instantiated',
    });
    expect(received[0]?.members.map((member) => [member.from, member.until])).toEqual([
      ['1970-01-01', null],
      ['1970-01-01', null],
    ]);
    const developers = await service.call('GET', '/developers?committer_user_name=bob', { as: admin });
    expect(developers.body.committers[0].teams).toEqual([
      { role_em: 'committer_role', team_id: received[0]?.teamId, team_name: 'Größe & Form', team_slug: 'grosse-form' },
    ]);
  });

  test('409: a name that is taken, in any case, or that of the team of everybody', async () => {
    expect((await call('POST', { name: 'Taken' })).status).toBe(201);
    for (const name of ['TAKEN', 'all contributors'])
      expect((await call('POST', { name })).body.response_em).toBe('response_conflict');
    const racing = await Promise.all([1, 2, 3].map(() => call('POST', { name: 'Race' })));
    expect(racing.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });

  test('400: every person and repo that is unknown, of another entity or in both lists, and nothing is made', async () => {
    await service.user('acme', 'manager', 'dan@acme.example');
    const answer = await call('POST', {
      name: 'Broken',
      developer_members: ['nobody', 'eve', 'eve@globex.example', 'dan'],
      manager_members: ['ghost', 'admin@globex.example', 'dan@acme.example'],
      repo_paths: ['globex/secret', 'acme/none', 'acme/api'],
      parent_slug: 'nowhere',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { detail: string }) => error.detail)).toEqual([
      'developer_members names no developer: nobody.',
      'developer_members names no developer: eve.',
      'developer_members names no developer: eve@globex.example.',
      'manager_members names no user: ghost.',
      'manager_members names no user: admin@globex.example.',
      'developer_members and manager_members both name dan@acme.example.',
      'repo_paths names no repo: globex/secret.',
      'repo_paths names no repo: acme/none.',
      'parent_slug names no team: nowhere.',
    ]);
    expect(await show('Broken')).toBeUndefined();
  });

  test('201: a name of any characters, even half of one', async () => {
    const answer = await call('POST', { name: 'Team \ud800 🦊 <b>', project_board_id: '\udfff' });
    expect([answer.status, answer.body.team?.name, answer.body.team?.slug]).toEqual([
      201,
      'Team \ufffd 🦊 <b>',
      'team-b',
    ]);
  });

  test.each(['two\nlines', 'a\u2028b', 'bell\u0007'])('400: a name is one line: %j', async (name) => {
    const answer = await call('POST', { name });
    expect([answer.status, paramsOf(answer)]).toEqual([400, ['name']]);
    await call('POST', { name: 'One line' });
    const renamed = await call('PUT', { name: 'One line', new_name: name });
    expect([renamed.status, paramsOf(renamed)]).toEqual([400, ['new_name']]);
  });

  test('403: for managers and members', async () => {
    for (const role of ['manager', 'member'] as const) {
      const caller = await service.user('acme', role);
      expect((await call('POST', { name: 'Mine' }, caller)).status).toBe(403);
    }
  });
});

describe('PUT /teams', () => {
  test('200: adds, removes and renames; membership has dates', async () => {
    const received = service.collect(teamChanged);
    const { now } = service.context;
    service.context.now = () => new Date('2026-01-10T12:00:00Z');
    await call('POST', { name: 'Dated', developer_members: ['ada', 'bob'] });
    service.context.now = () => new Date('2026-04-01T12:00:00Z');
    const answer = await call('PUT', {
      name: 'Dated',
      new_name: 'Renamed',
      developer_members: ['cleo'],
      remove_members: ['ada@acme.example'],
      project_board_id: 'B-1',
      repo_paths: ['acme/web'],
    });
    expect(answer.body).toMatchObject({ action_em: 'action_team_updated', team: { name: 'Renamed', slug: 'dated' } });
    await call('PUT', { name: 'Renamed', developer_members: ['dan'] });
    await call('PUT', { name: 'Renamed', remove_members: ['dan'] });
    await call('PUT', { name: 'Renamed', remove_members: ['cleo'] });
    await call('PUT', { name: 'Renamed', developer_members: ['cleo', 'ada'] });
    service.context.now = now;
    await eventually(() => received.length === 6);
    const ids = new Map(
      (await show('Renamed')).developers.map((one: { id: number; committer_user_name: string }) => [
        one.id,
        one.committer_user_name,
      ]),
    );
    expect(received[5]?.members.map((member) => [ids.get(member.committerId), member.from, member.until])).toEqual([
      // Who left and came back on one day never left; who came and left on one day never came.
      ['ada', '1970-01-01', null],
      ['bob', '1970-01-01', null],
      ['cleo', '2026-04-01', null],
    ]);
    expect(received[1]?.members.find((member) => member.until !== null)).toMatchObject({ until: '2026-04-01' });
  });

  test('400: who is added and removed at once, or is not in the team; 404: an unknown team; 409: a taken name', async () => {
    await call('POST', { name: 'Steady', developer_members: ['bob'] });
    const before = await show('Steady');
    const answer = await call('PUT', {
      name: 'Steady',
      new_name: 'Shaky',
      developer_members: ['ada', 'cleo'],
      remove_members: ['bob', 'ada@acme.example', 'dan', 'nobody'],
    });
    expect([answer.status, paramsOf(answer)]).toEqual([400, ['remove_members', 'remove_members', 'remove_members']]);
    expect(await show('Steady')).toEqual(before);
    expect((await call('PUT', { name: 'Nowhere' })).status).toBe(404);
    const taken = await call('PUT', { name: 'Steady', new_name: 'taken' });
    expect([taken.status, paramsOf(taken)]).toEqual([409, ['new_name']]);
    expect((await call('PUT', { name: 'All Contributors', new_name: 'Some' })).status).toBe(403);
  });

  test('a manager changes their own teams and those below, adds any developer of the entity, and moves none', async () => {
    const max = await service.user('acme', 'manager', 'max@acme.example');
    await call('POST', { name: 'Above', manager_members: 'max', developer_members: ['ada'] });
    await call('POST', { name: 'Below', parent_slug: 'above', developer_members: ['bob'] });
    expect((await call('PUT', { name: 'Below', project_board_id: '5' }, max)).status).toBe(200);
    expect((await call('PUT', { name: 'Below', developer_members: ['ada'] }, max)).status).toBe(200);
    expect((await call('PUT', { name: 'Below', developer_members: ['cleo'] }, max)).status).toBe(200);
    expect((await call('PUT', { name: 'Below', remove_members: ['cleo'] }, max)).status).toBe(200);
    expect(paramsOf(await call('PUT', { name: 'Below', developer_members: ['nobody'] }, max))).toEqual([
      'developer_members',
    ]);
    expect((await call('PUT', { name: 'Below', parent_slug: 'none' }, max)).status).toBe(403);
    expect((await call('PUT', { name: 'Taken', project_board_id: '5' }, max)).status).toBe(403);
    expect((await service.call('GET', '/developers', { as: max })).body.committers).toHaveLength(2);
    const demoted = { ...max, role: 'member' as const };
    expect((await service.call('GET', '/developers', { as: demoted })).body.committers).toHaveLength(0);
  });

  test('400: a team below itself', async () => {
    expect(paramsOf(await call('PUT', { name: 'Above', parent_slug: 'below' }))).toEqual(['parent_slug']);
    expect(paramsOf(await call('PUT', { name: 'Above', parent_slug: 'above' }))).toEqual(['parent_slug']);
  });
});

describe('GET /teams', () => {
  test('200: counts as the spec says: identities and inactive in the total, seats in the rest; child teams included', async () => {
    await service.call('POST', '/developers/set_processing', {
      as: admin,
      form: { committer_user_name: 'cleo', processing_status: 'not_processing' },
    });
    await call('POST', { name: 'Whole', developer_members: ['cleo'] });
    await call('POST', {
      name: 'Part',
      parent_slug: 'whole',
      developer_members: ['ada', 'cleo'],
      repo_paths: ['acme/web'],
    });
    expect(await show('Whole')).toMatchObject({
      people_count: 2,
      people_seated_count: 1,
      committers_total_count: 3,
      committers_active_count: 2,
      committers_seated: ['ada'],
      repo_paths: ['acme/web'],
    });
    const part = await service.rpc.resolveTeam({ entityId, teamSlug: 'whole' });
    expect([part.found, part.committerIds.length, part.repoPaths, part.allContributors]).toEqual([
      true,
      2,
      ['acme/web'],
      false,
    ]);
  });

  test('200: the team of all contributors is always there', async () => {
    const everybody = await show('All Contributors');
    expect(everybody).toMatchObject({ slug: 'all-contributors', external_source_em: null, committers_total_count: 5 });
    const resolved = await service.rpc.resolveTeam({ entityId, teamSlug: 'all-contributors' });
    expect([resolved.committerIds.length, resolved.allContributors]).toEqual([4, true]);
    expect((await service.rpc.resolveTeam({ entityId, teamSlug: 'nope' })).found).toBe(false);
  });

  test("200: a member reads counts, and names only of whom they may see; 404: unknown or another entity's", async () => {
    const bob = await service.user('acme', 'member', 'bob@acme.example');
    const team = await show('Größe & Form', bob);
    expect([team.people_count, team.people_seated_count, team.committers_total_count]).toEqual([2, 2, 3]);
    expect(team.committers_seated).toEqual(['bob']);
    const other = await service.user('globex');
    expect((await service.call('GET', '/teams?name=Taken', { as: other })).status).toBe(404);
  });
});

describe('GET /teams/associated_repos', () => {
  test('200: the repos it was given, else all its developers work in', async () => {
    const reposOf = async (name: string) => {
      const answer = await service.call('GET', `/teams/associated_repos?name=${name}`, { as: admin });
      return answer.body.repos.map((repo: { repo_path: string }) => repo.repo_path);
    };
    const resolve = async (teamSlug: string) => {
      const { repoPaths, workedRepoPaths, knowsWorkedRepos } = await service.rpc.resolveTeam({ entityId, teamSlug });
      return [repoPaths, workedRepoPaths, knowsWorkedRepos];
    };
    expect(await resolve('part')).toEqual([['acme/web'], [], false]);
    expect(await resolve('steady')).toEqual([[], ['acme/api'], true]);
    expect(await resolve('all-contributors')).toEqual([[], [], false]);
    expect(await reposOf('Part')).toEqual(['acme/web']);
    expect(await reposOf('Steady')).toEqual(['acme/api']);
    expect(await reposOf('Taken')).toEqual([]);
    expect(await reposOf('all-contributors')).toEqual(['acme/api', 'acme/web']);
  });

  test('follows the rename of a repo', async () => {
    const received = service.collect(teamChanged);
    await service.identity.registerRepo({
      entityId,
      gitProviderEm: 'hostC',
      organizationSlug: 'acme',
      repoSlug: 'site',
      externalId: 'id-of-acme/web',
    });
    await eventually(() => received.some((team) => team.slug === 'part' && team.repoPaths.includes('acme/site')));
  });
});

describe('DELETE /teams', () => {
  test('200: child teams move up, and the name is free again; 404 twice; 403 for the team of everybody', async () => {
    const received = service.collect(teamChanged);
    await call('POST', { name: 'Gone', parent_slug: 'above' });
    await call('POST', { name: 'Orphan', parent_slug: 'gone' });
    const remove = (name: string) => service.call('DELETE', `/teams?name=${encodeURIComponent(name)}`, { as: admin });
    expect((await remove('Gone')).body.action_em).toBe('action_team_deleted');
    expect((await show('Orphan')).parent_slug).toBe('above');
    await eventually(() => received.some((team) => team.slug === 'gone' && team.removed));
    expect((await remove('Gone')).status).toBe(404);
    expect((await call('POST', { name: 'Gone' })).status).toBe(201);
    expect((await remove('All Contributors')).status).toBe(403);
  });
});
