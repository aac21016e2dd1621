import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { type ReadPoints, refuse, type TelemetryPoint } from '../domain/otlp/read-points.ts';
import type { CountedPoint, NamedPerson, PointUsage } from '../domain/otlp/usage-of-point.ts';

const NOBODY =
  'A point names nobody: set user.email in OTEL_RESOURCE_ATTRIBUTES, or send it with a token of the person’s own.';
const NOT_VISIBLE = 'A point names somebody whose usage this token may not record.';

/**
 * Under which name each usage is kept: the email, else the account. Whoever sees everybody may report for anybody, known or not; the
 * others only for those whom they see, and what names none of these is of the token's own user.
 */
export async function nameReporters(
  { developersTeams }: Pick<Context, 'developersTeams'>,
  { entityId, userId, role }: Principal,
  usages: readonly (PointUsage & { point: TelemetryPoint })[],
  read: Pick<ReadPoints, 'refused'>,
): Promise<CountedPoint[]> {
  if (usages.length === 0) return [];
  const access = await developersTeams.statsAccess({ entityId, userId, role });
  const visible = access.all ? null : await findVisible(developersTeams, entityId, access.committerIds, usages);
  const own = access.all || access.ownCommitterId === 0 ? null : `committer:${access.ownCommitterId}`;
  return usages.flatMap((usage): CountedPoint[] => {
    const isVisible = visible === null || visible.has(plainName(usage.person));
    const who = (isVisible ? nameOf(usage.person) : null) ?? own;
    if (usage.person.email !== null && !isVisible) refuse(read, NOT_VISIBLE);
    else if (who === null) refuse(read, NOBODY);
    else return [{ ...usage, who }];
    return [];
  });
}

const nameOf = ({ email, account }: NamedPerson): string | null =>
  email ?? (account === null ? null : `account:${account}`);
const plainName = ({ email, account }: NamedPerson): string => (email ?? account ?? '').toLowerCase();

async function findVisible(
  developersTeams: Context['developersTeams'],
  entityId: number,
  committerIds: readonly number[],
  usages: readonly PointUsage[],
): Promise<Set<string>> {
  const identifiers = [...new Set(usages.map(({ person }) => person.email ?? person.account))].filter(
    (name) => name !== null,
  );
  const { committers } =
    identifiers.length === 0 ? { committers: [] } : await developersTeams.findCommitters({ entityId, identifiers });
  return new Set(
    committers
      .filter(({ primaryId }) => committerIds.includes(primaryId))
      .flatMap(({ matchedIdentifiers }) => matchedIdentifiers.map((name) => name.toLowerCase())),
  );
}
