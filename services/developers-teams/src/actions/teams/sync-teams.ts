import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { isoDate } from '@linescope/contract/date-time';
import type { TEAM_SOURCE_GITHUB, TEAM_SOURCE_JIRA } from '@linescope/contract/vendors';
import type { Context } from '../../context.ts';
import { oneLine } from '../../domain/one-line.ts';
import { BY_HAND, joiningDay, slugOf, sourceOf, type Team } from '../../domain/team.ts';
import { replaceAwaitedMembers } from '../../store/awaited-members.ts';
import { committersByIdentifier, lockEntityCommitters } from '../../store/committers.ts';
import { addMembers, removeMembers } from '../../store/team-people.ts';
import { replaceHostRepos, type TeamRepo } from '../../store/team-repos.ts';
import {
  addLink,
  deleteLink,
  dropSource,
  linksOfSource,
  membersOfSource,
  removedByHand,
} from '../../store/team-sources.ts';
import {
  findTeam,
  freeSlug,
  insertTeam,
  lockEntityTeams,
  teamById,
  teamsOfSource,
  updateTeam,
} from '../../store/teams.ts';
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

export interface TeamsOfSource {
  teams: ExternalTeam[];
  /** Those that could not be read now: what is known of them stays. */
  unread: readonly string[] | 'all others';
}

/**
 * Teams of a code host or tracker as they are there now. One whose name an API-made team has joins that: it gives members, and all
 * else stays as the API made it. Teams synced from elsewhere are left alone.
 */
export async function syncTeams(
  context: Context,
  entityId: number,
  sourceEm: typeof TEAM_SOURCE_GITHUB | typeof TEAM_SOURCE_JIRA,
  { teams, unread }: TeamsOfSource,
): Promise<{ unknownIdentifiers: string[] }> {
  const wanted = teams.map((team) => ({ ...team, name: oneLine(team.name) || team.externalId }));
  const today = isoDate(context.now());
  const repos = new Map<ExternalTeam, TeamRepo[]>();
  for (const external of wanted) repos.set(external, await reposOf(context, entityId, external.repoPaths));
  return context.postgres.transaction(async (tx) => {
    // No committer may appear between looking for a member and saving that they are awaited.
    await lockEntityCommitters(tx, entityId);
    await lockEntityTeams(tx, entityId);
    const known = new Map((await teamsOfSource(tx, entityId, sourceEm)).map((team) => [team.externalId, team]));
    const links = new Map((await linksOfSource(tx, entityId, sourceEm)).map((link) => [link.externalId, link.teamId]));
    const kept = new Map<string, Team>();
    const joined = new Set<string>();
    for (const external of wanted) {
      const made = await teamToJoin(tx, entityId, external.name, links.get(external.externalId));
      const own = known.get(external.externalId);
      if (made) {
        joined.add(external.externalId);
        await addLink(tx, made, sourceEm, external.externalId);
        // Made before a team of the API had its name, or by a version that did not join them.
        if (own) await removeAndPublish(context, tx, own);
      }
      kept.set(external.externalId, made ?? own ?? (await createExternalTeam(tx, entityId, sourceEm, external, today)));
    }
    const unknown = new Set<string>();
    for (const external of wanted) {
      const team = kept.get(external.externalId);
      if (!team) continue;
      const source = sourceOf(sourceEm, external.externalId);
      const found = await committersByIdentifier(tx, entityId, external.memberIdentifiers);
      const names = new Set(found.map((match) => match.identifier));
      const missing = external.memberIdentifiers.filter((identifier) => !names.has(identifier));
      for (const identifier of missing) unknown.add(identifier);
      await replaceAwaitedMembers(tx, team, source, missing);
      const removed = await removedByHand(tx, team.id);
      const members = new Set(found.map((match) => match.committer.primaryId).filter((id) => !removed.has(id)));
      const gone = (await membersOfSource(tx, team.id, source)).filter((id) => !members.has(id));
      const leaving = await dropSource(tx, team.id, gone, source);
      await removeMembers(tx, team.id, leaving, joiningDay(team, today), today);
      await addMembers(tx, team, [...members], { from: joiningDay(team, today), today, source });
      if (joined.has(external.externalId)) {
        await publishTeam(context, tx, await updateTeam(tx, team));
        continue;
      }
      await replaceHostRepos(tx, team, repos.get(external) ?? []);
      const parent = kept.get(external.parentExternalId);
      const saved = await updateTeam(tx, {
        id: team.id,
        name: team.name === external.name ? team.name : await freeName(tx, entityId, external, team.id),
        parentId: parent && !isAbove(wanted, external, parent) ? parent.id : null,
        projectBoardId: external.projectBoardId || team.projectBoardId,
      });
      await publishTeam(context, tx, saved);
    }
    const isThere = (externalId: string, found: { has(id: string): boolean }) =>
      found.has(externalId) || unread === 'all others' || unread.includes(externalId);
    for (const team of known.values()) {
      if (team.externalId === null || !isThere(team.externalId, kept)) await removeAndPublish(context, tx, team);
    }
    for (const [externalId, teamId] of links) {
      if (!isThere(externalId, joined)) await leaveTeam(context, tx, { entityId, sourceEm, externalId, teamId, today });
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
    name: await freeName(tx, entityId, external, null),
    slug: await freeSlug(tx, entityId, slugOf(external.name)),
    parentId: null,
    externalSourceEm: sourceEm,
    externalId: external.externalId,
    projectBoardId: external.projectBoardId || null,
    createdOn: today,
  });
}

/** The API-made team that it has joined before, or whose name it has. */
async function teamToJoin(tx: Transaction, entityId: number, name: string, linked: number | undefined) {
  const team = (linked === undefined ? null : await teamById(tx, linked)) ?? (await findTeam(tx, entityId, name));
  return team?.externalSourceEm === BY_HAND && !isDefaultName(name) ? team : null;
}

/** The outside team is gone: those whom only it had leave with it. */
async function leaveTeam(
  context: Context,
  tx: Transaction,
  link: { entityId: number; sourceEm: string; externalId: string; teamId: number; today: string },
): Promise<void> {
  await deleteLink(tx, link.entityId, link.sourceEm, link.externalId);
  const team = await teamById(tx, link.teamId);
  if (!team) return;
  const source = sourceOf(link.sourceEm, link.externalId);
  const leaving = await dropSource(tx, team.id, await membersOfSource(tx, team.id, source), source);
  await removeMembers(tx, team.id, leaving, joiningDay(team, link.today), link.today);
  await replaceAwaitedMembers(tx, team, source, []);
  await publishTeam(context, tx, await updateTeam(tx, team));
}

/** Outside teams of equal names stay apart: the later one gets its organization's name, or else a number. */
async function freeName(
  tx: Transaction,
  entityId: number,
  { name, repoPaths }: Pick<ExternalTeam, 'name' | 'repoPaths'>,
  ownId: number | null,
): Promise<string> {
  const plain = name.slice(0, 150);
  const organization = repoPaths[0]?.split('/')[0]?.slice(0, 40);
  for (let number = 0; ; number += 1) {
    const candidate =
      number === 0 ? plain : number === 1 ? `${plain} (${organization ?? number + 1})` : `${plain} ${number}`;
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
