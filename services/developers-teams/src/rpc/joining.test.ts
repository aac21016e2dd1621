import { committerChanged, teamChanged, timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import type { Principal } from '@linescope/contract/principal';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
let entityId = 0;
const post = (path: string, form: Record<string, string>) => service.call('POST', path, { as: admin, form });
const developers = async () =>
  (await service.call('GET', '/developers', { as: admin })).body.committers.map(
    (one: { committer_user_name: string }) => one.committer_user_name,
  );

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  entityId = admin.entityId;
  await service.addCommitters(entityId, ['ada', 'bob']);
});

describe('identities are one person', () => {
  test('when git later shows that an older and a younger one have the same account', async () => {
    const resolve = (identity: Record<string, string>) =>
      service.rpc.resolveIdentities({ entityId, identities: [identity] });
    await resolve({ name: 'cleo', email: 'cleo@acme.example' });
    await resolve({ name: 'cleo', email: '9+cleo-host@users.noreply.github.com' });
    expect(await developers()).toEqual(['ada', 'bob', 'cleo', 'cleo-host']);
    await resolve({ name: 'cleo', email: 'cleo@acme.example', gitProviderId: '9' });
    expect(await developers()).toEqual(['ada', 'bob', 'cleo']);
  });

  test('a person whom git showed first is called what their account is called, once the host says so', async () => {
    const { entityId: named } = await service.user('named');
    const resolve = (...identities: Record<string, string>[]) =>
      service.rpc.resolveIdentities({ entityId: named, identities });
    const names = async () => {
      const identifiers = ['priya.nair@acme.example', 'priya@home.example', 'eve@acme.example'];
      const { committers } = await service.rpc.findCommitters({ entityId: named, identifiers });
      return committers.map((one) => one.userName).sort();
    };
    await resolve({ name: 'Priya', email: 'priya.nair@acme.example' }, { name: 'Eve', email: 'eve@acme.example' });
    await resolve({ name: 'Priya', email: 'priya@home.example', gitProviderId: '74', userName: 'priya-nair' });
    await resolve({ name: 'Priya', email: 'priya.nair@acme.example', gitProviderId: '74', userName: 'priya-nair' });
    expect(await names()).toEqual(['eve', 'priya-nair', expect.stringMatching(/^priya-nair-\d+$/)]);
    await resolve({ name: 'Priya', email: 'priya.nair@acme.example', gitProviderId: '74', userName: 'priya' });
    // Nobody gets a name that is another's, nor the name of an account on another host in place of their own.
    await resolve({ name: 'Eve', email: 'eve@acme.example', gitProviderId: '75', userName: 'priya' });
    await resolve({ name: 'Priya', email: 'priya.nair@acme.example', gitProviderId: '900', userName: 'elsewhere' });
    expect(await names()).toEqual(['eve', 'priya', expect.stringMatching(/^priya-nair-\d+$/)]);
  });

  test('who are resolved together use one seat, and the seat they free is there for the next', async () => {
    const { entityId: small } = await service.user('small');
    await service.seatLimit('small', 2);
    await service.rpc.resolveIdentities({
      entityId: small,
      identities: [
        { name: 'x', email: '5+x@users.noreply.github.com' },
        { name: 'x', email: 'x@acme.example', gitProviderId: '5' },
        { name: 'y', email: 'y@acme.example' },
        { name: 'z', email: 'z@acme.example' },
      ],
    });
    const { committers } = await service.rpc.findCommitters({ entityId: small, identifiers: ['x', 'y', 'z'] });
    expect(committers.map((one) => one.processingStatusEm)).toEqual([
      'processing_stats',
      'processing_stats',
      'not_processing',
    ]);
  });

  test('hundreds who are resolved together are the same people as those who are resolved one by one', async () => {
    const identities = Array.from({ length: 200 }, (_, index) => ({
      name: `Person ${index}`,
      email:
        index % 10 === 0
          ? `${index}+host-${index % 7}@users.noreply.github.com`
          : `p${index % 30}@host-${index}.example`,
      canonicalEmail: index % 9 === 0 ? `p${(index + 1) % 30}@host-${index + 1}.example` : '',
      lastAuthoredAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    }));
    const together = (await service.user('together')).entityId;
    const alone = (await service.user('alone')).entityId;
    const received = service.collect(committerChanged);
    await service.rpc.resolveIdentities({ entityId: together, identities });
    for (const identity of identities) await service.rpc.resolveIdentities({ entityId: alone, identities: [identity] });
    const peopleOf = async (entity: number) => {
      const identifiers = identities.map((identity) => identity.email);
      const { committers } = await service.rpc.findCommitters({ entityId: entity, identifiers });
      const emailOf = new Map(committers.map((one) => [one.id, one.email]));
      return committers.map(({ userName, fullName, email, primaryId }) => ({
        ...{ userName, fullName, email },
        primary: emailOf.get(primaryId),
      }));
    };
    const people = await peopleOf(together);
    expect(people.length).toBe(200);
    expect(people).toEqual(await peopleOf(alone));
    await eventually(() => new Set(received.map(({ committerId }) => committerId)).size >= 400);
  });

  test('by hand: teams, days off and user go with them, and one seat is enough', async () => {
    const user = await service.user('acme', 'member', 'ada-home@acme.example');
    await service.addCommitters(entityId, ['ada-home'], { on: '2026-11-01' });
    await service.call('GET', '/developers', { as: user });
    await post('/developers/record_time_off', {
      resource_path: 'acme',
      committer_user_name: 'ada',
      start_date: '2026-07-01',
    });
    await post('/developers/record_time_off', {
      resource_path: 'acme',
      committer_user_name: 'ada-home',
      start_date: '2026-07-02',
    });
    await post('/teams', { name: 'Both', developer_members: 'ada,ada-home' });
    await post('/teams', { name: 'Home', developer_members: 'ada-home' });
    await service.allPublished();
    const received = {
      teams: service.collect(teamChanged),
      days: service.collect(timeOffChanged),
      people: service.collect(committerChanged),
    };
    const { committers } = await service.rpc.joinCommitters({
      entityId,
      primaryIdentifier: 'ada',
      identifiers: ['ada-home@acme.example'],
    });
    const [ada, home] = committers;
    expect(committers.map((one) => [one.userName, one.primaryId])).toEqual([
      ['ada', ada?.id],
      ['ada-home', ada?.id],
    ]);
    expect([ada?.userId, home?.userId]).toEqual([user.userId, 0]);
    await eventually(() => received.teams.length === 2 && received.days.length === 2 && received.people.length === 2);
    for (const team of received.teams) expect(team.members.map((member) => member.committerId)).toEqual([ada?.id]);
    expect(received.days[0]).toEqual({
      committerId: ada?.id,
      ranges: [{ startDate: '2026-07-01', endDate: '2026-07-02' }],
    });
    const listed = await service.call('GET', '/developers?committer_identifier=ada-home', { as: admin });
    expect(listed.body.committers[0]).toMatchObject({
      committer_user_name: 'ada',
      last_commit_authored_at: '2026-11-01T10:00:00Z',
    });
  });

  test('until they are split by hand, which git does not undo', async () => {
    const { committer } = await service.rpc.splitCommitter({ entityId, identifier: 'ada-home' });
    expect(committer?.primaryId).toBe(committer?.id);
    expect(await developers()).toContain('ada-home');
    await service.rpc.resolveIdentities({
      entityId,
      identities: [{ name: 'ada', email: 'ada@acme.example', canonicalEmail: 'ada-home@acme.example' }],
    });
    expect(await developers()).toContain('ada-home');
    const listed = await service.call('GET', '/developers?committer_user_name=ada', { as: admin });
    expect(listed.body.committers[0].last_commit_authored_at).toBe('2026-10-01T10:00:00Z');
    await expect(service.rpc.splitCommitter({ entityId, identifier: 'ada' })).rejects.toThrow('is a primary');
    await expect(service.rpc.splitCommitter({ entityId, identifier: 'nobody' })).rejects.toThrow(
      'There is no developer',
    );
    await service.rpc.joinCommitters({ entityId, primaryIdentifier: 'ada', identifiers: ['ada-home'] });
    expect(await developers()).not.toContain('ada-home');
  });
});

describe('teams of a code host', () => {
  const sync = (
    teams: Record<string, unknown>[],
    unread: { unreadExternalIds?: string[]; othersUnread?: boolean } = {},
  ) => service.rpc.syncTeams({ entityId, externalSourceEm: 'source_hostC', teams, ...unread });
  const team = async (name: string) => (await service.call('GET', `/teams?name=${name}`, { as: admin })).body.team;

  test('are made, follow every change, and go when they are gone there', async () => {
    await sync([{ externalId: '9', name: 'Platform', repoPaths: ['other/app'] }]);
    const first = await sync([
      { externalId: '9', name: 'Platform' },
      { externalId: '1', name: 'Engineering', memberIdentifiers: ['bob', 'unheard'] },
      {
        externalId: '2',
        name: 'Platform',
        parentExternalId: '1',
        memberIdentifiers: ['cleo'],
        repoPaths: ['acme/app'],
      },
    ]);
    expect(first.unknownIdentifiers).toEqual(['unheard']);
    expect(await team('Engineering')).toMatchObject({ external_source_em: 'source_hostC', committers_total_count: 3 });
    // Outside teams of equal names stay apart.
    expect(await team('platform-2')).toMatchObject({ name: 'Platform (acme)', parent_slug: 'engineering' });
    // A source that says that each is above the other is ignored.
    await sync([
      { externalId: '1', name: 'Builders', parentExternalId: '2', memberIdentifiers: [] },
      { externalId: '2', name: 'Platform', parentExternalId: '1', memberIdentifiers: ['cleo'] },
    ]);
    expect(await team('Builders')).toMatchObject({ slug: 'engineering', parent_slug: null, committers_total_count: 0 });
    await sync([
      { externalId: '1', name: 'One' },
      { externalId: '2', name: 'Two', parentExternalId: '1' },
      { externalId: '3', name: 'Three', parentExternalId: '2' },
      { externalId: '4', name: 'Four', parentExternalId: '3' },
    ]);
    await sync([{ externalId: '4', name: 'Four' }]);
    expect((await team('Four')).parent_slug).toBeNull();
    await sync([]);
    expect([await team('Builders'), await team('Platform')]).toEqual([undefined, undefined]);
  });

  test('join the team of the same name that the API made: it keeps all but members, who come and go with their source', async () => {
    const membersOf = async (name: string) =>
      (await team(name)).developers.map((one: { committer_user_name: string }) => one.committer_user_name).sort();
    await sync([{ externalId: '3', name: 'Web', memberIdentifiers: ['bob'] }]);
    const teams = async () => (await team('Web')).external_source_em;
    expect(await teams()).toBe('source_hostC');
    await sync([]);
    await post('/teams', { name: 'Web', developer_members: 'ada', project_board_id: '7' });
    const joining = { externalId: '3', name: 'web', repoPaths: ['acme/app'], projectBoardId: '9' };
    await sync([{ ...joining, memberIdentifiers: ['ada', 'bob'] }]);
    expect(await team('web-2')).toBeUndefined();
    expect(await team('Web')).toMatchObject({
      name: 'Web',
      external_source_em: 'source_api_instantiated',
      project_board_id: '7',
      repo_paths: [],
    });
    expect(await membersOf('Web')).toEqual(['ada', 'bob']);
    await sync([{ ...joining, memberIdentifiers: ['cleo'] }]);
    expect(await membersOf('Web')).toEqual(['ada', 'cleo']); // the API has her still
    await service.call('PUT', '/teams', { form: { name: 'Web', remove_members: 'cleo' }, as: admin });
    await sync([{ ...joining, memberIdentifiers: ['cleo', 'bob'] }]);
    expect(await membersOf('Web')).toEqual(['ada', 'bob']); // removed by hand stays removed
    await service.call('PUT', '/teams', { form: { name: 'Web', developer_members: 'cleo' }, as: admin });
    await sync([]);
    expect(await membersOf('Web')).toEqual(['ada', 'cleo']);
  });

  test('stay as they are where they could not be read, while the others follow', async () => {
    const membersOf = async (name: string) =>
      (await team(name)).developers.map((one: { committer_user_name: string }) => one.committer_user_name).sort();
    await post('/teams', { name: 'Joined' });
    const [own, joined] = [
      { externalId: '11', name: 'Hidden', memberIdentifiers: ['bob'] },
      { externalId: '12', name: 'Joined', memberIdentifiers: ['bob'] },
    ];
    await sync([own, joined, { externalId: '13', name: 'Open', memberIdentifiers: ['bob'] }]);
    await sync([{ externalId: '13', name: 'Open', memberIdentifiers: ['cleo'] }], {
      unreadExternalIds: ['11', '12', '14'],
    });
    expect(await Promise.all(['Hidden', 'Joined', 'Open'].map(membersOf))).toEqual([['bob'], ['bob'], ['cleo']]);
    expect(await team('Hidden')).toMatchObject({ external_source_em: 'source_hostC' });
    await sync([{ externalId: '13', name: 'Open', memberIdentifiers: [] }], { othersUnread: true });
    expect(await Promise.all(['Hidden', 'Joined', 'Open'].map(membersOf))).toEqual([['bob'], ['bob'], []]);
    await sync([own], { unreadExternalIds: ['12'] });
    expect(await team('Open')).toBeUndefined();
    await sync([]);
    expect([await team('Hidden'), await membersOf('Joined')]).toEqual([undefined, []]);
  });

  test('keep the repos that the API gave them, beside those that the host has for them', async () => {
    for (const path of ['acme/api', 'acme/web']) await service.repo(entityId, path);
    const of = async (repoPaths: string[]) => {
      await sync([{ externalId: '5', name: 'Mobile', repoPaths }]);
      return (await team('Mobile')).repo_paths;
    };
    expect(await of(['acme/api'])).toEqual(['acme/api']);
    const given = { name: 'Mobile', repo_paths: 'acme/web' };
    await service.call('PUT', '/teams', { form: given, as: admin });
    expect(await of(['acme/api'])).toEqual(['acme/api', 'acme/web']);
    expect(await of([])).toEqual(['acme/web']);
    expect(await of(['acme/web'])).toEqual(['acme/web']);
    expect(await of([])).toEqual(['acme/web']);
    await sync([]);
  });

  test('are joined by members who become known only afterwards, at once and for all time', async () => {
    const { entityId: young } = await service.user('young');
    const received = service.collect(teamChanged);
    const memberIdentifiers = ['dora-host', '4711', 'Finn@acme.example', 'nobody'];
    const syncYoung = (identifiers: string[]) =>
      service.rpc.syncTeams({
        entityId: young,
        externalSourceEm: 'source_hostC',
        teams: [{ externalId: '8', name: 'Newcomers', memberIdentifiers: identifiers }],
      });
    expect((await syncYoung(memberIdentifiers)).unknownIdentifiers).toEqual(memberIdentifiers);
    const resolve = async (...identities: Record<string, string>[]) =>
      (await service.rpc.resolveIdentities({ entityId: young, identities })).identityIds;
    // Git shows her first, the host says later what her account is called.
    const [dora = 0] = await resolve({ name: 'Dora', email: 'dora@acme.example' });
    await resolve({ name: 'Dora', email: 'dora@acme.example', gitProviderId: '90', userName: 'dora-host' });
    const [edda = 0, finn = 0] = await resolve(
      { name: 'Edda', email: '4711+edda@users.noreply.github.com' },
      { name: 'Finn', email: 'finn@acme.example' },
    );
    const founders = [dora, edda, finn].map((committerId) =>
      expect.objectContaining({ committerId, from: '1970-01-01' }),
    );
    await eventually(() => received.some(({ name, members }) => name === 'Newcomers' && members.length === 3));
    expect(received.findLast(({ name }) => name === 'Newcomers')?.members).toEqual(founders);
    // Whom the host names no longer is not waited for.
    await syncYoung(['dora-host']);
    await resolve({ name: 'nobody', email: 'nobody@acme.example' });
    await eventually(() => received.findLast(({ name }) => name === 'Newcomers')?.members.length === 1);
  });
});
