import { invalidParameter, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';

/** Whose rows a query may read: all, or just those of these primary committers, and AI usage reported for these teams. */
export interface VisiblePeople {
  every: boolean;
  committerIds: number[];
  teamIds: number[];
  /** The query names contributors, so that rows of no contributor are left out. */
  named: boolean;
  /** Statuses that were just set, whose events may not have arrived. */
  changedStatuses: ChangedStatus[];
}

export interface ChangedStatus {
  committerId: number;
  processingStatusEm: string;
  hasSeat: boolean;
  version: number;
}

export interface NamedPeople {
  committer_identifier?: string | undefined;
  committer_user_name?: string[] | undefined;
}

/** A contributor whom the caller may not see is reported as unknown, by the parameter that the names came with. */
export async function findVisiblePeople(
  { developersTeams }: Pick<Context, 'developersTeams'>,
  principal: Principal,
  entityId: number,
  named: NamedPeople,
  namesParam = 'committer_user_name',
): Promise<VisiblePeople> {
  const access = await developersTeams.statsAccess({
    entityId,
    userId: principal.userId,
    role: principal.role,
  });
  const visible = new Set(access.committerIds);
  const requested = [
    ...(named.committer_identifier ? [{ param: 'committer_identifier', name: named.committer_identifier }] : []),
    ...(named.committer_user_name ?? []).map((name) => ({ param: namesParam, name })),
  ];
  if (requested.length === 0) {
    return {
      every: access.all,
      committerIds: access.committerIds,
      teamIds: access.managedTeamIds,
      named: false,
      changedStatuses: access.changedStatuses,
    };
  }
  const { committers } = await developersTeams.findCommitters({
    entityId,
    identifiers: [...new Set(requested.map(({ name }) => name))],
  });
  const chosen = new Set<number>();
  for (const { param, name } of requested) {
    const primaries = new Set(
      committers
        .filter((committer) =>
          committer.matchedIdentifiers.some((matched) => matched.toLowerCase() === name.toLowerCase()),
        )
        .map((committer) => committer.primaryId)
        .filter((id) => access.all || visible.has(id)),
    );
    if (primaries.size === 0) throw notFound(`${param} names no contributor that you can see.`, param);
    if (primaries.size > 1) throw invalidParameter(param, `${param} names more than one contributor.`, 'ambiguous');
    for (const id of primaries) chosen.add(id);
  }
  const { changedStatuses } = access;
  return { every: false, committerIds: [...chosen], teamIds: [], named: true, changedStatuses };
}
