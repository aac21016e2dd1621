import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { isoDate } from '@linescope/contract/date-time';
import type { TEAM_SOURCE_GITHUB, TEAM_SOURCE_JIRA } from '@linescope/contract/vendors';
import type { Context } from '../../context.ts';
import { joiningDay, slugOf, type Team } from '../../domain/team.ts';
import { membersOfTeams } from '../../store/access.ts';
import { replaceAwaitedMembers } from '../../store/awaited-members.ts';
import { committersByIdentifier, lockEntityCommitters } from '../../store/committers.ts';
import { addMembers, removeMembers } from '../../store/team-people.ts';
import { replaceRepos, type TeamRepo } from '../../store/team-repos.ts';
import { findTeam, freeSlug, insertTeam, lockEntityTeams, teamsOfSource, updateTeam } from '../../store/teams.ts';
import { isDefaultName } from './find-team.ts';
import { publishTeam, removeAndPublish } from './publish-team.ts';

export interface ExternalTeam {
  externalId: string;
  name: string;
  parentExternalId: string;
  memberIdentifiers: string[];
  repoPaths: string[];
  projectBoardId: string;
}

/** Teams of a code host or tracker as they are there now. Those made here, or synced from elsewhere, are left alone. */
export async function syncTeams(
  context: Context,
  entityId: number,
  sourceEm: typeof TEAM_SOURCE_GITHUB | typeof TEAM_SOURCE_JIRA,
  wanted: ExternalTeam[],
): Promise<{ unknownIdentifiers: string[] }> {
  const today = isoDate(context.now());
  const repos = new Map<ExternalTeam, TeamRepo[]>();
  for (const external of wanted) repos.set(external, await reposOf(context, entityId, external.repoPaths));
  return context.postgres.transaction(async (tx) => {
    // No committer may appear between looking for a member and saving that they are awaited.
    await lockEntityCommitters(tx, entityId);
    await lockEntityTeams(tx, entityId);
    const known = new Map((await teamsOfSource(tx, entityId, sourceEm)).map((team) => [team.externalId, team]));
    const kept = new Map<string, Team>();
    for (const external of wanted)
      kept.set(
        external.externalId,
        known.get(external.externalId) ?? (await createExternalTeam(tx, entityId, sourceEm, external, today)),
      );
    const unknown = new Set<string>();
    for (const external of wanted) {
      const team = kept.get(external.externalId);
      if (!team) continue;
      const found = await committersByIdentifier(tx, entityId, external.memberIdentifiers);
      const names = new Set(found.map((match) => match.identifier));
      const missing = external.memberIdentifiers.filter((identifier) => !names.has(identifier));
      for (const identifier of missing) unknown.add(identifier);
      await replaceAwaitedMembers(tx, team, missing);
      const members = new Set(found.map((match) => match.committer.primaryId));
      const gone = (await membersOfTeams(tx, [team.id])).filter((id) => !members.has(id));
      await removeMembers(tx, team.id, gone, joiningDay(team, today), today);
      await addMembers(tx, team, [...members], joiningDay(team, today), today);
      await replaceRepos(tx, team, repos.get(external) ?? []);
      const parent = kept.get(external.parentExternalId);
      const saved = await updateTeam(tx, {
        id: team.id,
        name: team.name === external.name ? team.name : await freeName(tx, entityId, external.name, team.id),
        parentId: parent && !isAbove(wanted, external, parent) ? parent.id : null,
        projectBoardId: external.projectBoardId || team.projectBoardId,
      });
      await publishTeam(context, tx, saved);
    }
    for (const team of known.values()) {
      if (team.externalId === null || !kept.has(team.externalId)) await removeAndPublish(context, tx, team);
    }
    return { unknownIdentifiers: [...unknown] };
  });
}

async function createExternalTeam(
  tx: Transaction,
  entityId: number,
  sourceEm: string,
  external: ExternalTeam,
  today: string,
) {
  return insertTeam(tx, {
    entityId,
    name: await freeName(tx, entityId, external.name, null),
    slug: await freeSlug(tx, entityId, slugOf(external.name)),
    parentId: null,
    externalSourceEm: sourceEm,
    externalId: external.externalId,
    projectBoardId: external.projectBoardId || null,
    createdOn: today,
  });
}

/** A name that is taken here gets a number: what another origin or a customer made keeps its own. */
async function freeName(tx: Transaction, entityId: number, name: string, ownId: number | null): Promise<string> {
  for (let suffix = 1; ; suffix += 1) {
    const candidate = suffix === 1 ? name.slice(0, 190) : `${name.slice(0, 190)} ${suffix}`;
    const taken = isDefaultName(candidate) ? { id: 0 } : await findTeam(tx, entityId, candidate);
    if (!taken || taken.id === ownId) return candidate;
  }
}

async function reposOf(context: Context, entityId: number, repoPaths: string[]): Promise<TeamRepo[]> {
  if (repoPaths.length === 0) return [];
  const { repos } = await context.identity.listRepos({ entityId, repoPaths });
  return repos.map((repo) => ({ id: repo.id, path: repo.path }));
}

/** Whether the team is above its own parent: such a parent is ignored. */
function isAbove(wanted: ExternalTeam[], team: ExternalTeam, parent: Team): boolean {
  const parents = new Map(wanted.map((one) => [one.externalId, one.parentExternalId]));
  let above = parent.externalId ?? '';
  for (let steps = 0; steps <= wanted.length && above !== ''; steps += 1) {
    if (above === team.externalId) return true;
    above = parents.get(above) ?? '';
  }
  return above !== '';
}
