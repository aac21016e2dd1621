import type { Principal } from '@linescope/contract/principal';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
const list = (as = admin, query = '') => service.call('GET', `/teams/all${query}`, { as });
const namesOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.teams.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  await service.addCommitters(admin.entityId, ['ada', 'bob']);
  for (const [name, member] of [
    ['Web', 'ada'],
    ['api', 'bob'],
  ])
    await service.call('POST', '/teams', { as: admin, json: { name, developer_members: [member] } });
  await service.call('GET', '/teams?name=All%20Contributors', { as: admin });
});

describe('GET /teams/all', () => {
  test('200: every team but that of everybody, by name, as GET /teams shows it', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(namesOf(answer)).toEqual(['api', 'Web']);
    expect(answer.body).toMatchObject({ action_em: 'action_team_list', page: 1, page_count: 1, total_count: 2 });
    const shown = await service.call('GET', '/teams?name=Web', { as: admin });
    expect(answer.body.teams[1]).toEqual(shown.body.team);
  });

  test('200: past the end an empty page with true counts', async () => {
    const answer = await list(admin, '?page=2');
    expect([namesOf(answer), answer.body.total_count]).toEqual([[], 2]);
  });

  test('200: a member sees the teams and not the names of others in them; another entity none of them', async () => {
    const member = await service.user('acme', 'member', 'ada@acme.example');
    const answer = await list(member);
    expect(namesOf(answer)).toEqual(['api', 'Web']);
    expect(answer.body.teams[0].developers).toEqual([]);
    expect(namesOf(await list(await service.user('globex')))).toEqual([]);
  });

  test('400: a page that is none', async () => {
    expect((await list(admin, '?page=0')).status).toBe(400);
  });
});
