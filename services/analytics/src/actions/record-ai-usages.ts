import type { Scope } from '@linescope/chassis/scope/resolve-scope';
import { dayOf } from '@linescope/contract/days';
import {
  Fault,
  type FaultCode,
  invalidParameter,
  invalidParameters,
  type ParameterError,
} from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { aiUsageTable } from '@linescope/facts/provider-tables';
import { encodeRows } from '@linescope/facts/table';
import type { Context } from '../context.ts';
import {
  type AiUsage,
  clearUsageAround,
  recordUsage,
  type StoredUsage,
  USAGE_COUNTS,
  type UsageCount,
  type UsageResource,
} from '../store/ai-usages.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { otherIdentities } from '../store/people.ts';

/** One day's usage as a caller posts it; people and teams by name. */
export interface UsageInput extends Partial<Record<UsageCount, number | undefined>> {
  date: Date;
  llm_model_name: string;
  committer_identifier?: string | undefined;
  committer_user_name?: string | undefined;
  team_slug?: string | undefined;
  add_to_existing: boolean;
}

/**
 * Postgres first, in one transaction; ClickHouse is written before it commits, so that a success means both. If the commit then
 * fails, ClickHouse holds a version that the next recording of the same row replaces. Returns whether a row is new.
 */
export async function recordAiUsages(
  context: Context,
  principal: Principal,
  scope: Scope,
  rows: UsageInput[],
  isList: boolean,
): Promise<boolean> {
  const { entityId } = scope;
  const resource = resourceOf(scope);
  const named = await resolveNames(context, principal, entityId, rows, isList);
  // In one order for all callers, so that two of them cannot deadlock.
  const keyOf = (usage: AiUsage) => JSON.stringify([usage.date, usage.model, usage.committerId, usage.teamId]);
  const inOrder = named.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const identities = await otherIdentities(
    context.clickHouse,
    entityId,
    inOrder.filter(({ adds, committerId }) => !adds && committerId !== 0).map(({ committerId }) => committerId),
  );
  const isNew = await context.postgres.transaction(async (tx) => {
    const stored: StoredUsage[] = [];
    const cleared: StoredUsage[] = [];
    for (const usage of inOrder) {
      const others = identities.get(usage.committerId) ?? [];
      if (!usage.adds) cleared.push(...(await clearUsageAround(tx, entityId, resource, usage, others)));
      stored.push(await recordUsage(tx, entityId, resource, usage));
    }
    await context.clickHouse.insertBinary({
      table: aiUsageTable.name,
      columns: aiUsageTable.columnNames,
      bytes: encodeRows(
        aiUsageTable,
        [...cleared, ...stored].map((row) => ({
          ...row,
          ...withinCounters(row),
          entity_id: entityId,
          provider: 'custom',
          source: '',
          input_tokens: 0,
          output_tokens: 0,
        })),
      ),
    });
    return stored.some(({ version }) => version === 1);
  });
  await bumpStamp(context.postgres, entityId, 'rows');
  return isNew;
}

/** The resource that is named, or the nearest that is above all that are. */
function resourceOf({ resources, repos }: Scope): UsageResource {
  const [first, ...more] = resources.map(({ kind, id }) =>
    kind === 'repo'
      ? { organizationId: repos.find((repo) => repo.id === id)?.organizationId ?? 0, repoId: id }
      : { organizationId: kind === 'organization' ? id : 0, repoId: 0 },
  );
  if (!first) return { organizationId: 0, repoId: 0 };
  const inOne = more.every(({ organizationId }) => organizationId === first.organizationId);
  const same = inOne && more.every(({ repoId }) => repoId === first.repoId);
  return { organizationId: inOne ? first.organizationId : 0, repoId: same ? first.repoId : 0 };
}

/** Sums of additions may pass what a counter holds. */
const withinCounters = (row: StoredUsage) =>
  Object.fromEntries(
    USAGE_COUNTS.filter((name) => name !== 'cents_cost').map((name) => [name, Math.min(row[name], 4_294_967_295)]),
  );

async function resolveNames(
  context: Context,
  principal: Principal,
  entityId: number,
  rows: UsageInput[],
  isList: boolean,
): Promise<AiUsage[]> {
  const people = await findPeople(context, principal, entityId, rows);
  const teams = await findTeams(context, entityId, rows);
  const errors: ParameterError[] = [];
  const refuse = (index: number, param: string, code_em: FaultCode, why: string) => {
    const path = isList ? `usages.${index}.${param}` : param;
    errors.push({ param: path, code_em, detail: `${path} ${why}` });
  };
  const named = rows.map((row, index): AiUsage => {
    const userName = row.committer_user_name && people.get(row.committer_user_name);
    const identifier = row.committer_identifier && people.get(row.committer_identifier);
    const team = row.team_slug && teams.get(row.team_slug);
    if (row.committer_user_name && !userName) {
      refuse(index, 'committer_user_name', 'not_found', 'names no developer that you can see.');
    }
    if (row.committer_identifier && !identifier) {
      refuse(index, 'committer_identifier', 'not_found', 'names no developer that you can see.');
    }
    if (row.team_slug && !team) refuse(index, 'team_slug', 'not_found', 'names no team.');
    if (userName && identifier && userName !== identifier) {
      refuse(index, 'committer_identifier', 'contradiction', 'names another developer than committer_user_name.');
    }
    const committerId = userName || identifier || 0;
    return {
      date: dayOf(row.date),
      model: row.llm_model_name,
      committerId,
      teamId: committerId ? 0 : team || 0,
      adds: row.add_to_existing,
      lines_added: row.lines_added ?? 0,
      lines_deleted: row.lines_deleted ?? 0,
      prompted_suggest_count: row.prompted_suggest_count ?? 0,
      prompted_accept_count: row.prompted_accept_count ?? 0,
      tab_suggest_count: row.tab_suggest_count ?? 0,
      tab_accept_count: row.tab_accept_count ?? 0,
      cents_cost: row.cents_cost ?? 0,
    };
  });
  if (errors.length > 0) throw errors.every(isUnknown) ? notFoundAll(errors) : invalidParameters(errors);
  return named;
}

const isUnknown = ({ code_em: code }: ParameterError): boolean => code === 'not_found';
const notFoundAll = (errors: ParameterError[]): Fault =>
  new Fault('response_not_found', errors.map(({ detail }) => detail).join(' '), { errors });

/** Primary ids by the names that the rows use, of those whom the caller may see. */
async function findPeople(context: Context, principal: Principal, entityId: number, rows: UsageInput[]) {
  const names = new Set(
    rows.flatMap((row) => [row.committer_user_name, row.committer_identifier]).filter((name) => name !== undefined),
  );
  const people = new Map<string, number>();
  if (names.size === 0) return people;
  const access = await context.developersTeams.statsAccess({
    entityId,
    userId: principal.userId,
    role: principal.role,
  });
  const { committers } = await context.developersTeams.findCommitters({ entityId, identifiers: [...names] });
  for (const committer of committers) {
    if (!access.all && !access.committerIds.includes(committer.primaryId)) continue;
    for (const name of names) {
      const isNamed = committer.matchedIdentifiers.some((matched) => matched.toLowerCase() === name.toLowerCase());
      if (isNamed) people.set(name, committer.primaryId);
    }
  }
  return people;
}

async function findTeams(context: Context, entityId: number, rows: UsageInput[]): Promise<Map<string, number>> {
  const teams = new Map<string, number>();
  const slugs = new Set(rows.map((row) => row.team_slug).filter((slug) => slug !== undefined));
  if (slugs.size > 100) throw invalidParameter('team_slug', 'One call may name at most 100 teams.');
  for (const teamSlug of slugs) {
    const team = await context.developersTeams.resolveTeam({ entityId, teamSlug });
    if (team.found) teams.set(teamSlug, team.teamId);
  }
  return teams;
}
