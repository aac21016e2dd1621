import { bumpStamp } from '@linescope/analytics/store/fact-stamps';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Fields } from '../support/call-api.ts';
import { type Stack, startStack } from '../support/start-stack.ts';
import {
  DAYS,
  insertFacts,
  makeWorld,
  PEOPLE,
  REPOS,
  teamName,
  teamSlug,
  type World,
  type WorldPlan,
  weightOf,
} from '../support/world-of-teams.ts';

/*
 * A model of who may see whom, as the contract says it and by brute force: a member sees their own facts, a manager those of
 * who is in their teams and the teams below, and their own; an admin all. Each person weighs a power of two in every sum,
 * so that a sum which fits gives that just those people are in it.
 */
const everybody = PEOPLE.map((_, person) => person);
/** In no team and no caller: whom only admins see. */
const HIDDEN = PEOPLE.length - 1;

const isBelow = (plan: WorldPlan, team: number, top: number): boolean => {
  const parent = plan.teams[team]?.parent ?? null;
  return team === top || (parent !== null && isBelow(plan, parent, top));
};
const membersOf = (plan: WorldPlan, top: number): number[] =>
  plan.teams.flatMap(({ members }, team) => (isBelow(plan, team, top) ? members : []));

function visibleTo(plan: WorldPlan, { role, person, manages }: WorldPlan['callers'][number]): Set<number> {
  if (role === 'admin' || role === 'super_admin') return new Set(everybody);
  const own = person === null ? [] : [person];
  return new Set(role === 'manager' ? [...own, ...manages.flatMap((team) => membersOf(plan, team))] : own);
}

const plans: fc.Arbitrary<WorldPlan> = fc
  .record({
    parents: fc.tuple(fc.constant(null), fc.option(fc.constant(0)), fc.option(fc.nat(1)), fc.option(fc.nat(2))),
    members: fc.array(fc.subarray(everybody.filter((person) => person !== HIDDEN)), { minLength: 4, maxLength: 4 }),
    leads: fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: 3, maxLength: 3 }),
    people: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 4, maxLength: 4 }),
  })
  .map(({ parents, members, leads: [one = [], two = [], three = []], people: [a = 0, b = 1, c = 2, d = 3] }) => {
    const callers: WorldPlan['callers'] = [
      { role: 'manager', person: a, manages: one },
      { role: 'manager', person: null, manages: two },
      { role: 'member', person: b, manages: three }, // named by teams, but the role does not allow it
      { role: 'member', person: null, manages: [] },
      { role: 'admin', person: c, manages: [] },
      { role: 'super_admin', person: d, manages: [] },
    ];
    // Nobody is both a developer and a manager of one team.
    const managersOf = (team: number) =>
      callers.flatMap((caller) => (caller.manages.includes(team) ? [caller.person] : []));
    return {
      teams: parents.map((parent, team) => ({
        parent,
        members: (members[team] ?? []).filter((person) => !managersOf(team).includes(person)),
      })),
      callers,
    };
  });

interface ReportQuery {
  segment: 'none' | 'commit_count' | 'prs_opened' | 'ai_cost_cents';
  aggregation: 'none' | 'committer' | 'repo' | 'repo_path' | 'team';
  repo: number | null;
  firstDayOnly: boolean;
  team: number | null;
  names: number[];
  byIdentifier: boolean;
  summary: boolean;
  fill: boolean;
  suppress: boolean;
}

const queries: fc.Arbitrary<ReportQuery> = fc.record({
  segment: fc.constantFrom('none', 'commit_count', 'prs_opened', 'ai_cost_cents'),
  aggregation: fc.constantFrom('none', 'committer', 'repo', 'repo_path', 'team'),
  repo: fc.option(fc.nat(1)),
  firstDayOnly: fc.boolean(),
  team: fc.option(fc.nat(3)),
  names: fc.oneof(fc.constant<number[]>([]), fc.subarray(everybody, { minLength: 1, maxLength: 3 })),
  byIdentifier: fc.boolean(),
  summary: fc.boolean(),
  fill: fc.boolean(),
  suppress: fc.boolean(),
});

/** Usage belongs to no repo, so it is neither asked of one nor split by it. */
function sensible(query: ReportQuery): ReportQuery {
  if (query.segment !== 'ai_cost_cents') return query;
  const aggregation = query.aggregation.startsWith('repo') ? 'committer' : query.aggregation;
  return { ...query, aggregation, repo: null };
}

function fieldsOf(slug: string, query: ReportQuery): Fields {
  const names = query.names.map((person) => PEOPLE[person] ?? '');
  const identifier = query.byIdentifier && names.length === 1;
  return {
    resource_path: query.repo === null ? slug : `${slug}/web/${REPOS[query.repo]}`,
    segment_by: query.segment,
    aggregate_by: query.aggregation,
    start_date: '2026-10-01',
    end_date: query.firstDayOnly ? '2026-10-09' : '2026-10-20',
    team_slug: query.team === null ? undefined : teamSlug(query.team),
    ...(identifier ? { committer_identifier: names[0] } : names.length > 0 ? { committer_user_name: names } : {}),
    generate_summary_stats: query.summary,
    fill_all_dates: query.fill,
    suppress_aggregation: query.suppress,
  };
}

/** What each series must sum up to. */
function expectedSeries(plan: WorldPlan, seen: Set<number>, query: ReportQuery): Record<string, number> {
  const { segment, repo, firstDayOnly, team, names, aggregation, suppress } = query;
  const counted = everybody.filter(
    (person) =>
      seen.has(person) &&
      (names.length === 0 || names.includes(person)) &&
      (team === null || membersOf(plan, team).includes(person)),
  );
  const repos = REPOS.map((_, index) => index).filter((index) => repo === null || index === repo);
  const days = firstDayOnly ? 1 : DAYS.length;
  const inOneRepo = (person: number) =>
    ({ none: days * weightOf(person), commit_count: days, prs_opened: 1, ai_cost_cents: weightOf(person) })[segment];
  const sum = (people: number[], times: number) =>
    people.reduce((total, person) => total + times * inOneRepo(person), 0);
  const everywhere = segment === 'ai_cost_cents' ? 1 : repos.length;
  const series: Record<string, number> = {};
  if (aggregation === 'none' || suppress) series['All'] = sum(counted, everywhere);
  else if (aggregation === 'committer')
    for (const person of counted) series[PEOPLE[person] ?? ''] = sum([person], everywhere);
  else if (aggregation === 'team') {
    const inTeam = (index: number) => counted.filter((person) => membersOf(plan, index).includes(person));
    for (const index of plan.teams.keys()) series[teamName(index)] = sum(inTeam(index), everywhere);
    const inSome = new Set([...plan.teams.keys()].flatMap(inTeam));
    series['No team'] = sum(
      counted.filter((person) => !inSome.has(person)),
      everywhere,
    );
  } else
    for (const index of repos)
      series[aggregation === 'repo' ? (REPOS[index] ?? '') : `web/${REPOS[index]}`] = sum(counted, 1);
  return Object.fromEntries(Object.entries(series).filter(([, total]) => total > 0));
}

const totals = (series: Record<string, { y: number | null }[]>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(series)
      .map(([name, points]) => [name, points.reduce((sum, { y }) => sum + (y ?? 0), 0)] as const)
      .filter(([, total]) => total > 0),
  );

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});

let worlds = 0;
function nextSlug(): string {
  worlds += 1;
  return `world-${worlds}`;
}

describe('facts of contributors whom the caller may not see', () => {
  test('are in no report, whatever the teams, the role, the aggregation and the filters', {
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.array(queries, { minLength: 20, maxLength: 20 }), async (plan, asked) => {
        const world = await makeWorld(stack, nextSlug(), plan);
        for (const [index, raw] of asked.entries()) {
          const query = sensible(raw);
          const number = index % plan.callers.length;
          const caller = plan.callers[number];
          if (!caller) continue;
          const seen = visibleTo(plan, caller);
          await holds(world, plan, query, number, seen);
        }
      }),
      // A smaller world would take as long to make again: the first that fails is given as it is.
      { numRuns: 4, endOnFailure: true },
    );
  });

  async function holds(world: World, plan: WorldPlan, query: ReportQuery, number: number, seen: Set<number>) {
    const api = world.callers[number];
    const { status, body } = (await api?.get('/reports', fieldsOf(world.slug, query))) ?? {};
    const unseen = query.names.filter((person) => !seen.has(person));
    const text = JSON.stringify(body);
    for (const person of everybody)
      if (!seen.has(person) && !query.names.includes(person)) expect(text).not.toContain(PEOPLE[person]);
    if (unseen.length > 0) {
      const nobodys = fieldsOf(world.slug, { ...query, names: [] });
      const param = query.byIdentifier && query.names.length === 1 ? 'committer_identifier' : 'committer_user_name';
      const absent = await api?.get('/reports', { ...nobodys, [param]: 'who-is-not' });
      expect([status, body.errors]).toEqual([404, absent?.body.errors]);
      return;
    }
    expect(status).toBe(200);
    const expected = expectedSeries(plan, seen, query);
    expect(totals(body.series_segments)).toEqual(expected);
    if (query.summary)
      for (const [name, total] of Object.entries(expected))
        expect([name, body.calculated_summary_stats[name].total]).toEqual([name, total]);
  }

  test('move no number of any segment, however they are split', { timeout: 240_000 }, async () => {
    const plan: WorldPlan = {
      teams: [
        { parent: null, members: [0, 1] },
        { parent: 0, members: [2] },
        { parent: null, members: [3] },
      ],
      callers: [
        { role: 'manager', person: 4, manages: [0] },
        { role: 'member', person: 0, manages: [] },
        { role: 'admin', person: null, manages: [] },
      ],
    };
    const world = await makeWorld(stack, nextSlug(), plan);
    const [, , admin] = world.callers;
    const { body } = (await admin?.get('/segment_introspections')) ?? {};
    const segments: { segment_em: string; aggregation_options: string[] }[] = body.segments;
    expect(segments.length).toBeGreaterThan(100);
    const ask = async () => {
      const answers: string[] = [];
      for (const [index, { segment_em: segment, aggregation_options: options }] of segments.entries()) {
        const answer = await world.callers[index % 2]?.get('/reports', {
          resource_path: world.slug,
          segment_by: segment,
          aggregate_by: options[index % options.length],
          start_date: '2026-10-01',
          end_date: '2026-10-20',
        });
        expect([segment, answer?.status]).toEqual([segment, 200]);
        answers.push(JSON.stringify([segment, answer?.body.series_segments]));
      }
      return answers;
    };
    const adminSees = async () =>
      (
        await admin?.get('/reports', {
          resource_path: world.slug,
          aggregate_by: 'none',
          start_date: '2026-10-01',
          end_date: '2026-10-20',
        })
      )?.body;
    const [before, allBefore] = [await ask(), await adminSees()];
    const ids = world.identities[HIDDEN] ?? [];
    const { entityId, repoIds } = world;
    await insertFacts(
      stack,
      [20, 21, 22].map((mark) => ({ entityId, repoIds, ids, mark, weight: 10_000 })),
    );
    await bumpStamp(stack.analytics.started.context.postgres, entityId);
    expect(await adminSees()).not.toEqual(allBefore);
    expect(await ask()).toEqual(before);
  });

  test('are in no audit: audits are for admins, whatever is asked', { timeout: 120_000 }, async () => {
    const plan: WorldPlan = {
      teams: [{ parent: null, members: [0, 1] }],
      callers: [
        { role: 'manager', person: 4, manages: [0] },
        { role: 'member', person: 0, manages: [] },
        { role: 'admin', person: 5, manages: [] },
      ],
    };
    const world = await makeWorld(stack, nextSlug(), plan);
    const filters = fc.record({
      resource_type: fc.constantFrom(
        'commits',
        'committers',
        'issues',
        'pull_requests',
        'teams',
        'tags',
        'critical_defects',
        'releases',
        'ai_usages',
        'ai_seats',
        'sprint_issues',
      ),
      resource_path: fc.constantFrom(world.slug, `${world.slug}/web`, `${world.slug}/web/core`),
      team_slug: fc.option(fc.constant(teamSlug(0)), { nil: undefined }),
      committer_user_name: fc.option(fc.constantFrom(...PEOPLE), { nil: undefined }),
      committer_identifier: fc.option(fc.constantFrom(...PEOPLE), { nil: undefined }),
      start_date: fc.option(fc.constant('2026-10-01'), { nil: undefined }),
      phase_em: fc.option(fc.constant('phase_merged'), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.nat(1), async (fields, caller) => {
        const { status, body } = (await world.callers[caller]?.get('/audits', fields)) ?? {};
        expect(status).toBe(403);
        for (const name of PEOPLE) expect(JSON.stringify(body)).not.toContain(name);
      }),
      { numRuns: 60 },
    );
    const all = await world.callers[2]?.get('/audits', { resource_path: world.slug, resource_type: 'commits' });
    expect(all?.body.total_count).toBe(PEOPLE.length * REPOS.length * DAYS.length);
    // What somebody did who is no longer processed shows nowhere, to admins neither.
    await world.callers[2]?.post('/developers/set_processing', {
      committer_user_name: PEOPLE[1] ?? '',
      processing_status: 'not_processing',
    });
    // Who set it sees it at once, before the other services have consumed the event.
    const audit = await world.callers[2]?.get('/audits', { resource_path: world.slug, resource_type: 'commits' });
    expect(audit?.body.total_count).toBe((PEOPLE.length - 1) * REPOS.length * DAYS.length);
  });
});
