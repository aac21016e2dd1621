import { isoDate } from '@linescope/contract/date-time';
import { notFound } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import { DEFAULT_TEAM, type Team } from '../../domain/team.ts';
import { ensureDefaultTeam, findTeam, teamBySlug } from '../../store/teams.ts';

export const isDefaultName = (name: string): boolean =>
  [DEFAULT_TEAM.name.toLowerCase(), DEFAULT_TEAM.slug].includes(name.toLowerCase());

/** By name, else by slug; the default team always exists. */
export async function findTeamByName(context: Context, entityId: number, name: string): Promise<Team> {
  if (isDefaultName(name)) return ensureDefaultTeam(context.postgres, entityId, isoDate(context.now()));
  const team = await findTeam(context.postgres, entityId, name);
  if (!team) throw notFound('name names no team.', 'name');
  return team;
}

export const findTeamBySlug = (context: Context, entityId: number, slug: string): Promise<Team | null> =>
  slug === DEFAULT_TEAM.slug
    ? ensureDefaultTeam(context.postgres, entityId, isoDate(context.now()))
    : teamBySlug(context.postgres, entityId, slug);
