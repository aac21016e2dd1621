import type { Principal } from '@linescope/contract/principal';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  await service.addCommitters(admin.entityId, ['ada', 'bob']);
  await service.call('POST', '/teams', { as: admin, json: { name: 'Core', developer_members: ['ada'] } });
});

const ROUTES: [string, string, string[]][] = [
  ['GET', '/developers', ['resource_path', 'committer_user_name', 'committer_identifier', 'git_provider_ids', 'processing_status', 'start_date', 'sort_by', 'page']],
  ['POST', '/developers/set_processing', ['committer_user_name', 'committer_identifier', 'processing_status']],
  ['POST', '/developers/record_time_off', ['resource_path', 'start_date', 'end_date', 'committer_user_name', 'committer_identifier']],
  ['POST', '/developers/remove_time_off', ['resource_path', 'start_date', 'end_date', 'committer_user_name', 'committer_identifier']],
  ['POST', '/teams', ['name', 'developer_members', 'manager_members', 'invite_developers', 'invite_managers', 'repo_paths', 'project_board_id', 'parent_slug']],
  ['PUT', '/teams', ['name', 'new_name', 'developer_members', 'manager_members', 'remove_members', 'invite_developers', 'repo_paths', 'parent_slug']],
  ['GET', '/teams', ['name']],
  ['GET', '/teams/associated_repos', ['name', 'page']],
  ['POST', '/surveys', ['title', 'questions', 'team_slug', 'resource_path', 'opens_at', 'closes_at', 'anonymous']],
  ['GET', '/surveys', ['page']],
  ['POST', '/surveys/1/responses', ['answers']],
]; // biome-ignore format: one route a line

const value = fc.oneof(
  fc.constantFrom<unknown>(
    'acme', 'ada', 'Core', 'core', 'none', 'all-contributors', 'true', '2026-01-01', '2199-12-31', '1970-01-01', 'not_processing', 'bob@acme.example',
    "'; DROP TABLE committers; --", '\ud800', '%', '\\', '9007199254740992', '-1', '1e9', '\u202e', '../..', '[]', '{}', '[{"kind_em":"text","text":"\\ud800"}]',
    [], {}, [[]], [{}], null, true, 0, -1, 1e308, ['ada', 'ada'], [{ kind_em: 'single_choice', text: 'x', options: ['\ud800', 'b'] }], [{ question_id: 1, value: {} }],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.string({ unit: 'binary', maxLength: 10 }), { maxLength: 4 }),
); // biome-ignore format: reads as a list

test('whatever is sent, the answer is never a failure of ours', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ROUTES),
      fc.array(value, { minLength: 8, maxLength: 8 }),
      fc.nat(255),
      async (route, values, given) => {
        const [method, path, names] = route;
        const fields = Object.fromEntries(
          names.map((name, index) => [name, values[index]]).filter((_, index) => given & (1 << index)),
        );
        const query = new URLSearchParams(
          Object.entries(fields).map(([name, one]): [string, string] => [name, String(one)]),
        );
        const answer =
          method === 'GET'
            ? await service.call(method, `${path}?${query}`, { as: admin })
            : await service.call(method, path, { as: admin, json: fields });
        if (answer.status >= 500) throw new Error(`${method} ${path} ${JSON.stringify(fields)}: ${answer.status}`);
        expect(answer.body.response_em).toMatch(/^response_/);
      },
    ),
    { numRuns: 500 },
  );
});
