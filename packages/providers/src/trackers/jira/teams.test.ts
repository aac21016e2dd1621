import { expect, test } from 'vitest';
import { allItems } from '../../testing/collect.ts';
import { type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { openTrackerA } from './tracker.ts';

const people: Record<string, { emailAddress?: string; accountType: string }> = {
  'acc-ada': { emailAddress: 'Ada@example.com', accountType: 'atlassian' },
  'acc-shy': { accountType: 'atlassian' },
  'acc-app': { emailAddress: 'app@example.com', accountType: 'app' },
};

test('on the cloud a project is a team of those who have a role in it, by themselves or in a group', async () => {
  await using local = await startLocalHost(({ path, query }, url): Reply => {
    const at = path.replace('/rest/api/3/', '');
    if (at === 'project/search') {
      // Fewer a page than it was asked for.
      const second = query.get('startAt') === '1';
      return {
        body: {
          values: [second ? { id: '2', key: 'OPS', name: 'Operations' } : { id: '1', key: 'SHOP', name: 'Shop' }],
          isLast: second,
        },
      };
    }
    if (at === 'project/1/role')
      return { body: { Developers: `${url}/rest/api/3/project/1/role/10`, Broken: 'nowhere' } };
    if (at === 'project/2/role') return { body: {} };
    if (at === 'project/1/role/10') {
      const user = (accountId: string) => ({ type: 'atlassian-user-role-actor', actorUser: { accountId } });
      const group = { type: 'atlassian-group-role-actor', actorGroup: { groupId: 'g1', name: 'devs' } };
      return { body: { actors: [user('acc-ada'), user('acc-shy'), user('acc-app'), group] } };
    }
    if (at === 'group/member')
      return {
        body: { values: [{ emailAddress: 'bob@example.com' }, { emailAddress: 'ada@example.com' }], isLast: true },
      };
    return { body: people[query.get('accountId') ?? ''] ?? {} };
  });
  const tracker = openTrackerA(
    { id: 't', token: 'secret', email: 'me@example.com', endpoint: local.url },
    testRuntime(),
  );
  expect(await allItems(tracker.teams())).toEqual([
    { hostId: '1', name: 'Shop', parentHostId: null, members: ['ada@example.com', 'bob@example.com'], repoPaths: [] },
    { hostId: '2', name: 'Operations', parentHostId: null, members: [], repoPaths: [] },
  ]);
});

test('a project whose roles are hidden, or name somebody who is gone, hides no other', async () => {
  await using local = await startLocalHost(({ path }, url): Reply => {
    const at = path.replace('/rest/api/2/', '');
    if (at === 'project')
      return { body: ['SHOP', 'SECRET', 'OLD'].map((key, id) => ({ id: String(id), key, name: key })) };
    if (at === 'project/1/role') return { status: 403, body: {} };
    if (/^project\/\d\/role$/.test(at)) return { body: { Developers: `${url}/rest/api/2/${at}/10` } };
    if (at === 'project/2/role/10') return { body: { actors: [{ type: 'atlassian-user-role-actor', name: 'gone' }] } };
    if (at === 'project/0/role/10') return { body: { actors: [] } };
    return { status: 404, body: {} };
  });
  const tracker = openTrackerA({ id: 't', token: 'secret', email: null, endpoint: local.url }, testRuntime());
  const pages = await Array.fromAsync(tracker.teams());
  expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(['SHOP']);
  expect(pages.flatMap(({ unread }) => unread)).toMatchObject([
    { part: 'project', id: 'SECRET', teamHostId: '1', error: { code: 'access_denied' } },
    { part: 'project', id: 'OLD', teamHostId: '2', error: { code: 'not_found' } },
  ]);
});

test('a self-managed server names users and groups by name', async () => {
  await using local = await startLocalHost(({ path, query }, url): Reply => {
    const at = path.replace('/rest/api/2/', '');
    if (at === 'project') return { body: [{ id: '1', key: 'SHOP', name: 'Shop' }] };
    if (at === 'project/1/role') return { body: { Developers: `${url}/rest/api/2/project/1/role/10` } };
    if (at === 'project/1/role/10')
      return {
        body: {
          actors: [
            { type: 'atlassian-user-role-actor', name: 'ada' },
            { type: 'atlassian-group-role-actor', name: 'devs' },
          ],
        },
      };
    if (at === 'group/member')
      return {
        body: { values: query.get('groupname') === 'devs' ? [{ emailAddress: 'bob@example.com' }] : [], isLast: true },
      };
    return { body: query.get('username') === 'ada' ? { name: 'ada', emailAddress: 'ada@example.com' } : {} };
  });
  const tracker = openTrackerA({ id: 't', token: 'secret', email: null, endpoint: local.url }, testRuntime());
  expect((await allItems(tracker.teams())).map((team) => team.members)).toEqual([
    ['ada@example.com', 'bob@example.com'],
  ]);
});
