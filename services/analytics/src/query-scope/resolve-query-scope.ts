import type { Scope } from '@linescope/chassis/scope/resolve-scope';
import type { EntitySettings } from '@linescope/contract/entity-settings';
import { notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import type { VersionsFollowed } from '../store/derivations.ts';
import type { EntityCopies } from '../store/entity-copies.ts';
import { readEntityState } from '../store/entity-state.ts';
import type { Stamp } from '../store/fact-stamps.ts';
import { createCopiesReader, withChangedStatuses } from './entity-copies.ts';
import { createSettingsReader } from './entity-settings.ts';
import { createRecentScopes } from './recent-scopes.ts';
import { findVisiblePeople, type NamedPeople, type VisiblePeople } from './visible-people.ts';

export interface QueryScopeInput extends NamedPeople {
  resource_path: string;
  team_slug?: string | undefined;
}

export interface QueryTeam {
  id: number;
  slug: string;
  /** The team stands for all contributors: only its repos limit the query. */
  allContributors: boolean;
  /** The repos in scope that the team is limited to; null: all. */
  repoIds: number[] | null;
  /** The repos in scope whose facts of nobody are the team's: those it was given, else those it works in; null: all. */
  ownRepoIds: number[] | null;
}

/** Who and what a query may read: resolved once, for reports and audits alike. */
export interface QueryScope extends VersionsFollowed {
  scope: Scope;
  /** Whether the scope is the entity itself, with whatever belongs to no repo. */
  wholeEntity: boolean;
  people: VisiblePeople;
  team: QueryTeam | null;
  settings: EntitySettings;
  copies: EntityCopies;
  /** Of the facts, read before them. */
  stamp: Stamp;
}

export type ResolveQueryScope = (principal: Principal, input: QueryScopeInput) => Promise<QueryScope>;

export function createQueryScopeResolver(
  context: Pick<Context, 'clickHouse' | 'postgres' | 'identity' | 'developersTeams' | 'now'>,
): ResolveQueryScope {
  const readSettings = createSettingsReader(context.identity, context.now);
  const readCopies = createCopiesReader(context);
  const recentScopes = createRecentScopes(context.identity, context.now);
  const readEntity = (principal: Principal, entityId: number, input: QueryScopeInput) => {
    const state = readEntityState(context.postgres, entityId);
    const whole = Promise.all([
      state,
      state.then(({ stamp }) => readCopies(entityId, stamp)),
      findVisiblePeople(context, principal, entityId, input),
      readSettings(entityId),
      findTeam(context, entityId, input.team_slug),
    ]);
    whole.catch(() => {});
    return { state, whole };
  };
  return async (principal, input) => {
    // Nearly everyone asks about their own entity: what depends on it alone is read while the path is resolved.
    const own = readEntity(principal, principal.entityId, input);
    const entityOf = (id: number) => (id === principal.entityId ? own : readEntity(principal, id, input));
    const { scope, entity } = await recentScopes(principal, input.resource_path, entityOf);
    const [{ stamp, followed }, copies, people, settings, team] = await entity.whole;
    return {
      scope,
      wholeEntity: scope.resources.some(({ kind }) => kind === 'entity'),
      people,
      team: team && withRepos(team, scope),
      settings,
      stamp,
      copies: withChangedStatuses(copies, people.changedStatuses),
      ...followed,
    };
  };
}

async function findTeam(
  { developersTeams }: Pick<Context, 'developersTeams'>,
  entityId: number,
  teamSlug: string | undefined,
): Promise<NamedTeam | null> {
  if (teamSlug === undefined) return null;
  const team = await developersTeams.resolveTeam({ entityId, teamSlug });
  if (!team.found) throw notFound('team_slug names no team.', 'team_slug');
  const { teamId: id, slug, allContributors, repoPaths, workedRepoPaths, knowsWorkedRepos } = team;
  return { id, slug, allContributors, repoPaths, workedRepoPaths: knowsWorkedRepos ? workedRepoPaths : null };
}

interface NamedTeam extends Omit<QueryTeam, 'repoIds' | 'ownRepoIds'> {
  repoPaths: string[];
  /** Null where the team was given repos, is that of all contributors, or an older version answered. */
  workedRepoPaths: string[] | null;
}

function withRepos({ repoPaths, workedRepoPaths, ...team }: NamedTeam, { repos }: Scope): QueryTeam {
  const idsOf = (paths: readonly string[]) => repos.filter(({ path }) => paths.includes(path)).map(({ id }) => id);
  const repoIds = repoPaths.length > 0 ? idsOf(repoPaths) : null;
  return { ...team, repoIds, ownRepoIds: repoIds ?? (workedRepoPaths && idsOf(workedRepoPaths)) };
}

/** The query names a team whose members count, rather than one that stands for all contributors. */
export const membersOnly = ({ team }: QueryScope): boolean => team !== null && !team.allContributors;

/** As the entity's settings count it: imported scores are those of the first weights. */
export const diffDeltaVersion = ({ scoreVersion }: QueryScope): number => scoreVersion || 1;

export const organizationIds = ({ scope }: QueryScope): number[] =>
  scope.resources.filter(({ kind }) => kind === 'organization').map(({ id }) => id);

/** The repos that a query reads, and those that it asks about: a team of some people is limited to its repos only in reading. */
export function repoParams(queryScope: QueryScope) {
  const { scope, wholeEntity, team } = queryScope;
  const every = scope.repos.map(({ id }) => id);
  const ofTeam = team?.repoIds ?? null;
  const narrowed = ofTeam ? every.filter((id) => ofTeam.includes(id)) : every;
  const limitsAll = team?.allContributors === true;
  return {
    entity_id: scope.entityId,
    score_version: queryScope.scoreVersion,
    every_repo: wholeEntity && !ofTeam,
    repo_ids: narrowed,
    every_asked: wholeEntity && !(ofTeam && limitsAll),
    asked_repo_ids: limitsAll ? narrowed : every,
    organization_ids: organizationIds(queryScope),
  };
}

/** The parts of an entity in which one of several copies of a commit counts, as daily sums have them. */
const ENTITY = 3;
const ORGANIZATION = 2;
const REPO = 1;

/** The part that the query asks about; null where it asks about another choice of repos, for which daily sums do not say what counts. */
export function partAsked(queryScope: QueryScope): number | null {
  const { every_asked: everyAsked, asked_repo_ids: asked } = repoParams(queryScope);
  if (everyAsked) return ENTITY;
  if (asked.length === 1) return REPO;
  const { resources, repos } = queryScope.scope;
  if (asked.length < repos.length || resources.length > 1) return null;
  const homes = new Map(queryScope.copies.repos.map((repo) => [repo.repo_id, repo.organization_id]));
  // Of a repo whose event has not arrived, the sums do not know the organization.
  return repos.every(({ id, organizationId }) => homes.get(id) === organizationId) ? ORGANIZATION : null;
}
