import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** True where it is time to read the entity's teams, and the caller's turn to do so. */
export const takeTeamsTurn = async (db: Queryable, entityId: number, everyMinutes: number): Promise<boolean> =>
  (await db.run(
    `INSERT INTO team_readings AS known (entity_id, next_at) VALUES ($1, now() + make_interval(mins => $2))
     ON CONFLICT (entity_id) DO UPDATE SET next_at = excluded.next_at WHERE known.next_at <= now()`,
    [entityId, everyMinutes],
  )) === 1;

const organizationRow = z.object({ organization: z.string() });

/** The host's own names of the organizations whose repos the entity imports. */
export const importedOrganizations = async (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
): Promise<string[]> =>
  (
    await db.many(
      organizationRow,
      `SELECT DISTINCT split_part(host_path, '/', 1) AS organization FROM imports
       WHERE entity_id = $1 AND git_provider_em = $2 AND host_path IS NOT NULL ORDER BY 1`,
      [entityId, gitProviderEm],
    )
  ).map((row) => row.organization);
