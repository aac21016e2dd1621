import type { Principal } from '@linescope/contract/principal';
import { beforeAll, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  await service.addCommitters(admin.entityId, ['ada', 'ada-home', 'bob']);
});

const list = (query = '', as = admin) => service.call('GET', `/identities${query}`, { as });
const join = (json: object, as = admin) => service.call('POST', '/identities/join', { as, json });
const split = (json: object) => service.call('POST', '/identities/split', { as: admin, json });
const shown = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.identities.map(
    (one: Record<string, unknown>) => `${one['committer_user_name']} is ${one['primary_user_name']}`,
  );

test('200: identities are listed, joined to a person, and split again', async () => {
  expect(shown(await list())).toEqual(['ada is ada', 'ada-home is ada-home', 'bob is bob']);
  const joined = await join({ primary_identifier: 'ada', identifiers: ['ada-home'] });
  expect([joined.status, shown(joined)]).toEqual([200, ['ada is ada', 'ada-home is ada']]);
  const one = await list('?committer_identifier=ada-home');
  expect(shown(one)).toEqual(['ada is ada', 'ada-home is ada']);
  expect(one.body.identities.map((identity: { is_primary: boolean }) => identity.is_primary)).toEqual([true, false]);
  const parted = await split({ identifier: 'ada-home' });
  expect([parted.status, shown(parted)]).toEqual([200, ['ada-home is ada-home']]);
  expect(parted.body.identities[0].split_by_hand).toBe(true);
});

test('200: a page by cursor goes on where the one before ended', async () => {
  const first = await list('?per_page=2');
  expect(first.body).toMatchObject({ total_count: 3, page_count: 2 });
  expect(shown(await list(`?per_page=2&cursor=${first.body.next_cursor}`))).toEqual(['bob is bob']);
});

test('400: nobody is named, or a primary is split', async () => {
  expect((await join({ primary_identifier: 'ada' })).body.errors[0].param).toBe('identifiers');
  expect((await split({ identifier: 'bob' })).status).toBe(400);
});

test('403: it is the admins’', async () => {
  const member = await service.user('acme', 'member', 'mia@acme.example');
  expect((await list('', member)).status).toBe(403);
  expect((await join({ primary_identifier: 'ada', identifiers: ['bob'] }, member)).status).toBe(403);
});

test('404: somebody who is not there', async () => {
  expect((await list('?committer_identifier=nobody')).status).toBe(404);
  const joined = await join({ primary_identifier: 'ada', identifiers: ['nobody'] });
  expect([joined.status, joined.body.errors[0].param]).toEqual([404, 'identifiers']);
  expect((await split({ identifier: 'nobody' })).status).toBe(404);
});
