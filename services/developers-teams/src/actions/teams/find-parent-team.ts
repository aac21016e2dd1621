import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { ParameterError } from '@linescope/contract/fault';
import { NO_PARENT, type Team } from '../../domain/team.ts';
import { subtreeOf, teamBySlug } from '../../store/teams.ts';

/** The team above; null for the top. A team is not below itself, and nothing is below the team of everybody. */
export async function findParentTeam(
  tx: Transaction,
  entityId: number,
  parentSlug: string,
  errors: ParameterError[],
  child?: Team,
): Promise<Team | null> {
  if (parentSlug === NO_PARENT) return null;
  const refuse = (detail: string) => {
    errors.push({ param: 'parent_slug', code_em: 'invalid', detail });
    return null;
  };
  const parent = await teamBySlug(tx, entityId, parentSlug);
  if (!parent) return refuse(`parent_slug names no team: ${parentSlug}.`);
  if (parent.isDefault) return refuse('parent_slug must not name the team of all contributors.');
  if (child && (await subtreeOf(tx, child.id)).includes(parent.id))
    return refuse('parent_slug must not name the team itself or a team below it.');
  return parent;
}
