import type { Principal } from '@linescope/contract/principal';
import { tamperedCursors } from '@linescope/test-kit/tampered-cursors';
import { beforeAll, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
const names = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'];
const call = (method: string, path: string, json?: unknown) =>
  service.call(method, path, { as: admin, ...(json === undefined ? {} : { json }) });

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  await service.addCommitters(admin.entityId, names);
  for (const name of ['Web', 'api', 'Zoo', 'core', 'Ärger'])
    await call('POST', '/teams', { name, developer_members: ['ada'] });
  for (const title of ['One', 'Two', 'Three'])
    await call('POST', '/surveys', { title, resource_path: 'acme', questions: [{ kind_em: 'text', text: 'How?' }] });
});

test.each([
  ['/teams/all', 'teams', 5],
  ['/surveys', 'surveys', 3],
  ['/identities', 'identities', 8],
  ['/developers?sort_by=last_authored_at', 'committers', 8],
  ['/teams/associated_repos?name=all-contributors', 'repos', 0],
])('pages of %s by cursor are the whole list', async (path, field, length) => {
  const whole = (await call('GET', path)).body[field];
  expect(whole).toHaveLength(length);
  const shown: unknown[] = [];
  for (let query: string | null = ''; query !== null; ) {
    const { body } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=2${query}`);
    shown.push(...body[field]);
    query = body.next_cursor && `&cursor=${body.next_cursor}`;
  }
  expect(shown).toEqual(whole);
});

test('developers by status go on although the last one shown is given another status', async () => {
  const first = (await call('GET', '/developers?sort_by=processing_status&per_page=3')).body;
  expect(first.committers.map(nameOf)).toEqual(names.slice(0, 3));
  await call('POST', '/developers/set_processing', {
    committer_user_name: 'cleo',
    processing_status: 'not_processing',
  });
  const rest = (await call('GET', `/developers?cursor=${first.next_cursor}&per_page=5`)).body;
  expect(rest.committers.map(nameOf)).toEqual(names.slice(3));
});

test('teams go on behind the last one shown when all that were shown are deleted', async () => {
  const first = (await call('GET', '/teams/all?per_page=2')).body;
  for (const { name } of first.teams) await call('DELETE', `/teams?name=${name}`);
  const rest = (await call('GET', `/teams/all?cursor=${first.next_cursor}`)).body;
  expect([first, rest].map(({ teams }) => teams.map(({ name }: { name: string }) => name))).toEqual([
    ['api', 'core'],
    ['Web', 'Zoo', 'Ärger'],
  ]);
});

test.each(['/teams/all', '/surveys', '/identities', '/developers'])(
  '400: a cursor that %s did not give',
  async (path) => {
    for (const cursor of tamperedCursors(path)) {
      const { status, body } = await call('GET', `${path}?cursor=${cursor}`);
      expect([cursor, status, body.errors?.[0].param]).toEqual([cursor, 400, 'cursor']);
    }
  },
);

const nameOf = (one: { committer_user_name: string }) => one.committer_user_name;
