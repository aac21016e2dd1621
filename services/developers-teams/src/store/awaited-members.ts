import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Team } from '../domain/team.ts';

/** Members that a source names and nobody is yet, in place of those saved before. */
export async function replaceAwaitedMembers(
  tx: Transaction,
  team: Team,
  source: string,
  identifiers: readonly string[],
): Promise<void> {
  await tx.run('DELETE FROM awaited_members WHERE team_id = $1 AND source = $2 AND identifier <> ALL ($3)', [
    team.id,
    source,
    identifiers,
  ]);
  await tx.run(
    `INSERT INTO awaited_members (entity_id, team_id, source, identifier)
     SELECT $1, $2, $3, named.identifier FROM unnest($4::text[]) AS named(identifier) ON CONFLICT DO NOTHING`,
    [team.entityId, team.id, source, identifiers],
  );
}

const awaitedRow = z.object({ teamId: z.number(), source: z.string(), identifier: z.string() });

/** Teams that await somebody of one of these names, in any case. */
export const awaitedMembers = (db: Queryable, entityId: number, names: readonly string[]) =>
  db.many(
    awaitedRow,
    `SELECT team_id AS "teamId", source, identifier FROM awaited_members
     WHERE entity_id = $1 AND lower(identifier) = ANY ($2) ORDER BY team_id, source, identifier`,
    [entityId, names.map((name) => name.toLowerCase())],
  );

export const deleteAwaited = (tx: Transaction, teamId: number, identifiers: readonly string[]): Promise<number> =>
  tx.run('DELETE FROM awaited_members WHERE team_id = $1 AND identifier = ANY ($2)', [teamId, identifiers]);
