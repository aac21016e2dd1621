import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Team } from '../domain/team.ts';

const linkRow = z.object({ teamId: z.number(), externalId: z.string() });

/** API-made teams that teams of a source have joined, by the id there. */
export const linksOfSource = (db: Queryable, entityId: number, externalSourceEm: string) =>
  db.many(
    linkRow,
    `SELECT team_id AS "teamId", external_id AS "externalId" FROM team_links
     WHERE entity_id = $1 AND external_source_em = $2 ORDER BY external_id`,
    [entityId, externalSourceEm],
  );

export const addLink = (tx: Transaction, team: Team, externalSourceEm: string, externalId: string) =>
  tx.run(
    `INSERT INTO team_links (entity_id, team_id, external_source_em, external_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (entity_id, external_source_em, external_id) DO UPDATE SET team_id = excluded.team_id`,
    [team.entityId, team.id, externalSourceEm, externalId],
  );

export const deleteLink = (tx: Transaction, entityId: number, externalSourceEm: string, externalId: string) =>
  tx.run('DELETE FROM team_links WHERE entity_id = $1 AND external_source_em = $2 AND external_id = $3', [
    entityId,
    externalSourceEm,
    externalId,
  ]);

const memberRow = z.object({ id: z.number() });

/** Who is in the team today because this source has them. */
export const membersOfSource = async (db: Queryable, teamId: number, source: string): Promise<number[]> =>
  (
    await db.many(
      memberRow,
      'SELECT committer_id AS id FROM team_members WHERE team_id = $1 AND until_day IS NULL AND $2 = ANY (sources)',
      [teamId, source],
    )
  ).map(({ id }) => id);

/** The source has them no more; returns those whom no other source has either. */
export async function dropSource(
  tx: Transaction,
  teamId: number,
  committerIds: number[],
  source: string,
): Promise<number[]> {
  const left = await tx.many(
    memberRow,
    `UPDATE team_members SET sources = array_remove(sources, $3)
     WHERE team_id = $1 AND committer_id = ANY ($2) AND until_day IS NULL
     RETURNING CASE WHEN sources = '{}' THEN committer_id ELSE 0 END AS id`,
    [teamId, committerIds, source],
  );
  return left.map(({ id }) => id).filter((id) => id !== 0);
}

export const removedByHand = async (db: Queryable, teamId: number): Promise<Set<number>> =>
  new Set(
    (await db.many(memberRow, 'SELECT committer_id AS id FROM team_removals WHERE team_id = $1', [teamId])).map(
      ({ id }) => id,
    ),
  );

export const markRemoved = (tx: Transaction, team: Team, committerIds: number[]) =>
  tx.run(
    `INSERT INTO team_removals (entity_id, team_id, committer_id)
     SELECT $1, $2, removed.id FROM unnest($3::bigint[]) AS removed(id) ON CONFLICT DO NOTHING`,
    [team.entityId, team.id, committerIds],
  );

export const forgetRemovals = (tx: Transaction, teamId: number, committerIds: number[]) =>
  tx.run('DELETE FROM team_removals WHERE team_id = $1 AND committer_id = ANY ($2)', [teamId, committerIds]);
