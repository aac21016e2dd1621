import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** The newest version counts; a team without a board keeps its row, so that an older event does not bring one back. */
export const upsertBoardIfNewer = (
  db: Queryable,
  team: { entityId: number; teamId: number; boardId: string | null; version: number },
): Promise<number> =>
  db.run(
    `INSERT INTO team_boards AS held (team_id, entity_id, board_id, version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (team_id) DO UPDATE SET board_id = excluded.board_id, version = excluded.version
     WHERE excluded.version > held.version`,
    [team.teamId, team.entityId, team.boardId, team.version],
  );

const boardRow = z.object({ board_id: z.string() });

export async function boardsOfTeams(db: Queryable, entityId: number): Promise<string[]> {
  const rows = await db.many(
    boardRow,
    'SELECT DISTINCT board_id FROM team_boards WHERE entity_id = $1 AND board_id IS NOT NULL ORDER BY board_id',
    [entityId],
  );
  return rows.map((row) => row.board_id);
}
