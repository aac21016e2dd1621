import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { followedVersions, stateRow, type VersionsFollowed } from './derivations.ts';
import { NO_STAMP, STAMP_COLUMNS, type Stamp, stampRow } from './fact-stamps.ts';

/** What of an entity every query reads first. */
export interface EntityState {
  stamp: Stamp;
  followed: VersionsFollowed;
}

const row = z.object({ stamp: stampRow.nullable(), derivations: z.array(stateRow) });

const READ_STATE = {
  name: 'read_entity_state',
  text: `SELECT
      (SELECT row_to_json(s) FROM (SELECT ${STAMP_COLUMNS} FROM fact_stamps f LEFT JOIN rollups r USING (entity_id) WHERE f.entity_id = $1) AS s) AS stamp,
      (SELECT coalesce(json_agg(json_build_object('derivation', derivation, 'version', version,
           'since', to_char(requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 'is_finished', finished_at IS NOT NULL) ORDER BY version), '[]')
         FROM derivations WHERE entity_id = $1) AS derivations`,
};

/** The stamp and the versions in one statement, read before facts are: a result is never kept under a stamp newer than its rows. */
export async function readEntityState(postgres: Postgres, entityId: number): Promise<EntityState> {
  const { stamp, derivations } = await postgres.one(row, READ_STATE, [entityId]);
  return { stamp: stamp ?? NO_STAMP, followed: followedVersions(derivations) };
}
