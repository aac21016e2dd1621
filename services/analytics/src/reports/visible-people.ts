import { invalidParameter, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';

/** Whose facts the answer may hold: all, or just these primary committers (and these teams' own reports of AI usage). */
export interface VisiblePeople {
  every: boolean;
  committerIds: number[];
  teamIds: number[];
  /** The question is about certain people, so that what belongs to no one is left out. */
  named: boolean;
}

export interface NamedPeople {
  committer_identifier?: string | undefined;
  committer_user_name?: string[] | undefined;
}

/** To name someone whom the caller may not see is the same as to name someone who does not exist. */
export async function findVisiblePeople(
  context: Context,
  principal: Principal,
  entityId: number,
  named: NamedPeople,
): Promise<VisiblePeople> {
  const access = await context.developersTeams.statsAccess({
    entityId,
    userId: principal.userId,
    role: principal.role,
  });
  const mayBeSeen = new Set(access.committerIds);
  const asked = [
    ...(named.committer_identifier ? [{ param: 'committer_identifier', name: named.committer_identifier }] : []),
    ...(named.committer_user_name ?? []).map((name) => ({ param: 'committer_user_name', name })),
  ];
  if (asked.length === 0) {
    return { every: access.all, committerIds: access.committerIds, teamIds: access.managedTeamIds, named: false };
  }
  const { committers } = await context.developersTeams.findCommitters({
    entityId,
    identifiers: [...new Set(asked.map(({ name }) => name))],
  });
  const chosen = new Set<number>();
  for (const { param, name } of asked) {
    const primaries = new Set(
      committers
        .filter((committer) =>
          committer.matchedIdentifiers.some((matched) => matched.toLowerCase() === name.toLowerCase()),
        )
        .map((committer) => committer.primaryId)
        .filter((id) => access.all || mayBeSeen.has(id)),
    );
    if (primaries.size === 0) throw notFound(`${param} names no contributor that you can see.`, param);
    if (primaries.size > 1) throw invalidParameter(param, `${param} names more than one contributor.`, 'ambiguous');
    for (const id of primaries) chosen.add(id);
  }
  return { every: false, committerIds: [...chosen], teamIds: [], named: true };
}
