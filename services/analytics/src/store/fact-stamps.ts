import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** After the rows are in ClickHouse and before the message is acknowledged: whoever reads the new stamp sees the rows. */
export const bumpStamp = (postgres: Postgres, entityId: number): Promise<unknown> =>
  postgres.run(
    `INSERT INTO fact_stamps (entity_id, stamp) VALUES ($1, 1)
     ON CONFLICT (entity_id) DO UPDATE SET stamp = fact_stamps.stamp + 1`,
    [entityId],
  );

/** Read before the question is asked, so that an answer never stands under a stamp newer than its facts. */
export async function readStamp(postgres: Postgres, entityId: number): Promise<number> {
  const row = await postgres.maybe(
    z.object({ stamp: z.number() }),
    'SELECT stamp FROM fact_stamps WHERE entity_id = $1',
    [entityId],
  );
  return row?.stamp ?? 0;
}

/** To be worked out again: which release first carried each commit of the repo. */
export const markReleasesStale = (postgres: Postgres, entityId: number, repoId: number): Promise<unknown> =>
  postgres.run(
    `INSERT INTO stale_releases (entity_id, repo_id) VALUES ($1, $2)
     ON CONFLICT (entity_id, repo_id) DO UPDATE SET mark = stale_releases.mark + 1`,
    [entityId, repoId],
  );
