import type { Principal } from '@linescope/contract/principal';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

const NAMES = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'];
const TEAMS = 4;
const DAY = '2026-06-01';

let service: DevelopersTeams;
let admin: Principal;
let people: Principal[] = [];
let ids: number[] = [];

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  const api = await service.repo(admin.entityId, 'acme/api');
  const web = await service.repo(admin.entityId, 'acme/web');
  ids = [
    ...(await service.addCommitters(admin.entityId, NAMES.slice(0, 5), { repoId: api, on: DAY })),
    ...(await service.addCommitters(admin.entityId, NAMES.slice(5), { repoId: web, on: '2026-01-01' })),
  ];
  people = [];
  for (const name of NAMES) people.push(await service.user('acme', 'manager', `${name}@acme.example`));
});

/** A forest of teams, who is in each, and who manages each. */
const world = fc.array(
  fc.record({
    parent: fc.option(fc.nat(TEAMS - 2)),
    members: fc.subarray([...NAMES.keys()]),
    managers: fc.subarray([...NAMES.keys()], { maxLength: 2 }),
  }),
  { minLength: TEAMS, maxLength: TEAMS },
);
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const FILTERS: { query: string; holds: (person: number) => boolean }[] = [
  { query: 'resource_path=acme/acme/api', holds: (person) => person < 5 },
  { query: 'resource_path=acme/acme/web,acme/acme/api', holds: () => true },
  { query: `start_date=${DAY}`, holds: (person) => person < 5 },
  { query: 'committer_user_name=ada,eve,hal', holds: (person) => [0, 4, 7].includes(person) },
  { query: 'committer_identifier=eve@acme.example', holds: (person) => person === 4 },
  { query: 'processing_status=processing_stats', holds: () => true },
];

async function build(teams: World): Promise<void> {
  const { postgres } = service.context;
  const { entityId } = admin;
  await postgres.run('DELETE FROM teams WHERE entity_id = $1 AND NOT is_default', [entityId]);
  for (const [index, team] of teams.entries()) {
    const parent = parentOf(teams, index);
    const number = (at: number) => 1_000_000 + at;
    await postgres.run(
      `INSERT INTO teams (id, entity_id, name, slug, parent_id, created_on) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $3, $4, '2026-01-01')`,
      [number(index), entityId, `team-${index}`, parent === null ? null : number(parent)],
    );
    for (const member of team.members)
      await postgres.run(
        `INSERT INTO team_members (entity_id, team_id, committer_id, from_day) VALUES ($1, $2, $3, '2026-01-01')`,
        [entityId, number(index), ids[member]],
      );
    for (const manager of team.managers)
      await postgres.run('INSERT INTO team_managers (entity_id, team_id, user_id) VALUES ($1, $2, $3)', [
        entityId,
        number(index),
        people[manager]?.userId,
      ]);
  }
}

/** Only a team made before can be above. */
const parentOf = (teams: World, index: number): number | null => {
  const parent = teams[index]?.parent ?? null;
  return parent !== null && parent < index ? parent : null;
};

/** The rule in plain words: themselves, and whoever is in a team that they manage or that is below one. */
function visibleTo(teams: World, person: number): Set<number> {
  const seen = new Set([person]);
  for (const [index, team] of teams.entries()) {
    let above: number | null = index;
    while (above !== null && !teams[above]?.managers.includes(person)) above = parentOf(teams, above);
    if (above !== null) for (const member of team.members) seen.add(member);
  }
  return seen;
}

test('under every role, tree of teams and combination of filters, nobody is named whom the caller may not see', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      fc.nat(NAMES.length - 1),
      fc.constantFrom('member', 'manager', 'admin'),
      fc.subarray(FILTERS, { maxLength: 3 }),
      fc.constantFrom('id', 'last_authored_at', 'processing_status'),
      async (teams, person, role, filters, sort) => {
        await build(teams);
        const caller: Principal = { ...(people[person] ?? admin), role };
        const visible =
          role === 'admin' ? new Set(NAMES.keys()) : role === 'manager' ? visibleTo(teams, person) : new Set([person]);
        const named = new Map(filters.map((filter) => [filter.query.split('=')[0], filter]));
        const query = [`sort_by=${sort}`, ...[...named.values()].map((filter) => filter.query)].join('&');
        const { body } = await service.call('GET', `/developers?${query}`, { as: caller });
        const expected = [...visible].filter((one) => [...named.values()].every((filter) => filter.holds(one)));
        const given = body.committers.map((one: { committer_user_name: string }) => one.committer_user_name);
        expect(given.toSorted()).toEqual(expected.map((one) => NAMES[one]).toSorted());

        const [team] = teams;
        const shown = (await service.call('GET', '/teams?name=team-0', { as: caller })).body.team;
        for (const name of [
          ...shown.committers_seated,
          ...shown.developers.map((one: { committer_user_name: string }) => one.committer_user_name),
        ])
          expect(visible.has(NAMES.indexOf(name))).toBe(true);
        expect(shown.committers_total_count).toBeGreaterThanOrEqual(team?.members.length ?? 0);

        const other = (person + 1) % NAMES.length;
        const touched = await service.call('POST', '/developers/remove_time_off', {
          as: caller,
          form: { resource_path: 'acme', committer_user_name: NAMES[other] ?? '', start_date: DAY },
        });
        expect(touched.status).toBe(visible.has(other) ? 200 : 404);
      },
    ),
    { numRuns: 60 },
  );
});
