import {
  commentRow,
  commitRow,
  insertRows,
  issueRow,
  lineRow,
  pullRow,
  reviewRow,
  scoreRow,
  usageRow,
} from '@linescope/analytics/testing/fact-rows';
import type { Role } from '@linescope/contract/roles';
import { emptyIdentity, resolveIdentities } from '@linescope/developers-teams/actions/committers/resolve-identities';
import { commitScoresTable, commitsTable, lineChangesTable } from '@linescope/facts/git-tables';
import {
  aiUsageTable,
  issuesTable,
  pullRequestCommentsTable,
  pullRequestReviewsTable,
  pullRequestsTable,
} from '@linescope/facts/provider-tables';
import { setRole } from '@linescope/identity/actions/set-role';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { eventually } from '@linescope/test-kit/eventually';
import { z } from 'zod';
import type { Caller } from './call-api.ts';
import type { Stack } from './start-stack.ts';

export const PEOPLE = ['adax', 'bobx', 'cleox', 'danx', 'evex', 'finnx', 'ginax'];
export const REPOS = ['core', 'edge'];
export const DAYS = ['2026-10-05', '2026-10-14'];

/** Teams in which people are, some below others; and callers, each of a role, who may be one of the people and manage teams. */
export interface WorldPlan {
  teams: { parent: number | null; members: number[] }[];
  callers: { role: Role; person: number | null; manages: number[] }[];
}

export interface World {
  slug: string;
  entityId: number;
  repoIds: number[];
  /** Of each person, the identities that their commits are under; the first is the primary. */
  identities: number[][];
  callers: Caller[];
}

/** The weight of a person in every sum: any sum says who is in it. */
export const weightOf = (person: number): number => 2 ** person;
export const teamName = (team: number): string => `Squad ${team}`;
export const teamSlug = (team: number): string => `squad-${team}`;

/** An entity with its people, teams and callers by the services' own calls, and facts of everybody in ClickHouse. */
export async function makeWorld(stack: Stack, slug: string, plan: WorldPlan): Promise<World> {
  const { context: identity } = stack.identity.started;
  const admin = await makeTenant(identity, { slug });
  const { entityId } = admin.principal;
  const repoIds = await Promise.all(REPOS.map((repo) => registerRepo(stack, entityId, repo)));
  const emailOf = (person: number, at = 'now') => `${PEOPLE[person]}@${at}.${slug}.example`;
  const resolved = await resolveIdentities(stack.developersTeams.started.context, entityId, null, [
    ...PEOPLE.map((name, person) => ({ ...emptyIdentity, name, userName: name, email: emailOf(person) })),
    // Everybody's older address, which a mailmap knows to be theirs.
    ...PEOPLE.map((name, person) => ({
      ...emptyIdentity,
      name,
      userName: `${name}-old`,
      email: emailOf(person, 'old'),
      canonicalEmail: emailOf(person),
    })),
  ]);
  const identities = PEOPLE.map((_, person) => [
    resolved[person]?.committerId ?? 0,
    resolved[PEOPLE.length + person]?.identityId ?? 0,
  ]);
  const emails = plan.callers.map(({ person }, index) =>
    person === null ? `outsider-${index}@${slug}.example` : emailOf(person),
  );
  const tenants: Awaited<ReturnType<typeof makeTenant>>[] = [];
  for (const [index, { role }] of plan.callers.entries())
    tenants.push(await makeTenant(identity, { slug, role, email: emails[index] ?? '' }));
  const api = stack.callerOf(admin);
  for (const [index, { parent, members }] of plan.teams.entries()) {
    const answer = await api.post('/teams', {
      name: teamName(index),
      developer_members: members.map((person) => PEOPLE[person] ?? ''),
      manager_members: plan.callers.flatMap(({ manages }, caller) =>
        manages.includes(index) ? (emails[caller] ?? []) : [],
      ),
      parent_slug: parent === null ? undefined : teamSlug(parent),
    });
    if (answer.status !== 201) throw new Error(`no team: ${JSON.stringify(answer.body)}`);
  }
  // Whom a team names as its manager becomes one; a role that was taken back counts before what teams still name.
  for (const { principal } of tenants.filter((tenant) => tenant.principal.role === 'member')) {
    const change = { entityId, userId: principal.userId, role: 'member' as const, actor: 'test' };
    await identity.postgres.transaction((tx) => setRole(tx, identity.outbox, change));
  }
  await factsOfEverybody(stack, entityId, repoIds, identities);
  await copiesArrived(stack, entityId, identities.flat().length, plan.teams.length);
  return { slug, entityId, repoIds, identities, callers: tenants.map((tenant) => stack.callerOf(tenant)) };
}

async function registerRepo(stack: Stack, entityId: number, repoSlug: string): Promise<number> {
  const { repo } = await stack.imports.started.context.identity.registerRepo({
    entityId,
    gitProviderEm: 'hostC',
    organizationSlug: 'web',
    repoSlug,
    externalId: `${entityId}-${repoSlug}`,
  });
  return repo?.id ?? 0;
}

async function copiesArrived(stack: Stack, entityId: number, people: number, teams: number): Promise<void> {
  const count = async (table: string) => {
    const [row] = await stack.clickHouse.query({
      name: 'copies',
      sql: `SELECT count() AS count FROM ${table} FINAL WHERE entity_id = {entity_id:UInt64}`,
      params: { entity_id: entityId },
      row: z.object({ count: z.coerce.number() }),
    });
    return row?.count ?? 0;
  };
  await eventually(async () => (await count('committers')) === people && (await count('teams')) === teams);
}

/** Each person has a commit in each repo on each day, by one or the other identity, a pull request in each, and AI usage. */
const factsOfEverybody = (stack: Stack, entityId: number, repoIds: number[], identities: number[][]) =>
  insertFacts(
    stack,
    identities.map((ids, person) => ({ entityId, repoIds, ids, mark: person, weight: weightOf(person) })),
  );

export interface FactsOf {
  entityId: number;
  repoIds: number[];
  ids: number[];
  /** Gives these facts from others. */
  mark: number;
  weight: number;
}

/** All of them together: an insert of a table costs as much for one row as for hundreds. */
export async function insertFacts({ clickHouse }: Stack, all: FactsOf[]): Promise<void> {
  const made = all.flatMap(commitsOf);
  const pulls = all.flatMap(pullsOf);
  const at = (hour: number) => `${DAYS[0]}T${hour}:00:00Z`;
  await insertRows(
    clickHouse,
    commitsTable,
    made.map(({ commit, mark }) => commitRow({ ...commit, issue_keys: [`OPS-${mark}`] })),
  );
  await insertRows(
    clickHouse,
    commitScoresTable,
    made.map(({ commit, mark, weight }) =>
      scoreRow({
        ...commit,
        delta: weight,
        lines: 2 * weight,
        lines_added: weight,
        lines_by_operation: { add: weight, chg: weight },
        delta_by_operation: { add: weight },
        delta_by_category: { code: weight },
        lines_by_provenance: { new_code: weight, under_2_weeks: weight },
        churn_lines: weight,
        duplicate_lines: weight,
        ai_authored: true,
        ai_lines: weight,
        ai_lines_added: weight,
        ai_delta: weight,
        ai_lines_by_operation: { add: weight },
        issue_keys: [`OPS-${mark}`],
        says_fix: true,
      }),
    ),
  );
  await insertRows(
    clickHouse,
    lineChangesTable,
    made.map(({ commit, weight }) => lineRow({ ...commit, delta: weight, churn: true, ai_authored: true })),
  );
  await insertRows(
    clickHouse,
    pullRequestsTable,
    pulls.map(({ pull }) =>
      pullRow({
        ...pull,
        opened_at: at(11),
        merged_at: at(15),
        first_commit_authored_at: at(10),
        first_human_review_at: at(12),
      }),
    ),
  );
  await insertRows(
    clickHouse,
    pullRequestReviewsTable,
    pulls.map(({ pull, mark }) => reviewRow({ ...pull, review_id: String(mark), submitted_at: at(12) })),
  );
  await insertRows(
    clickHouse,
    pullRequestCommentsTable,
    pulls.map(({ pull, mark }) => commentRow({ ...pull, comment_id: String(mark), created_at: at(12), body: 'Look' })),
  );
  await insertRows(
    clickHouse,
    issuesTable,
    all.map(({ entityId, ids, mark, weight }) =>
      issueRow({
        entity_id: entityId,
        key: `OPS-${mark}`,
        issue_id: mark + 1,
        assignee_committer_id: ids[0] ?? 0,
        story_points: weight,
        started_at: at(10),
        resolved_at: at(16),
        type: 'Bug',
      }),
    ),
  );
  await insertRows(
    clickHouse,
    aiUsageTable,
    all.map(({ entityId, ids, mark, weight }) =>
      usageRow({
        entity_id: entityId,
        date: DAYS[0] ?? '',
        model: `m${mark}`,
        committer_id: ids[0] ?? 0,
        cents_cost: weight,
        lines_added: weight,
        prompted_suggest_count: 2 * weight,
        prompted_accept_count: weight,
      }),
    ),
  );
}

const commitsOf = ({ entityId, repoIds, ids, mark, weight }: FactsOf) =>
  repoIds.flatMap((repoId, repo) =>
    DAYS.map((day, index) => ({
      mark,
      weight,
      commit: {
        entity_id: entityId,
        repo_id: repoId,
        sha: `${entityId}f${mark}f${repo}${index}`.padEnd(40, '0'),
        committer_id: ids[(repo + index) % ids.length] ?? 0,
        authored_at: Date.parse(`${day}T10:00:00Z`) / 1000,
      },
    })),
  );

const pullsOf = ({ entityId, repoIds, ids, mark }: FactsOf) =>
  repoIds.map((repoId, repo) => ({
    mark,
    pull: {
      entity_id: entityId,
      repo_id: repoId,
      number: 100 * mark + repo + 1,
      committer_id: ids[0] ?? 0,
    },
  }));
