import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const stampRow = z.object({ stamp: z.number(), copies: z.number(), commits: z.number() });
/** `stamp` is new whenever anything of the entity was stored, `copies` whenever a committer, a team or time off was, `commits` whenever a commit. */
export type Stamp = z.infer<typeof stampRow>;

/** After the rows are in ClickHouse and before the message is acknowledged: whoever reads the new stamp sees the rows. */
export const bumpStamp = (postgres: Postgres, entityId: number, what: 'facts' | 'copies' | 'commits' = 'copies') =>
  postgres.run(
    `INSERT INTO fact_stamps (entity_id, stamp, copies, commits) VALUES ($1, 1, $2, $3)
     ON CONFLICT (entity_id) DO UPDATE SET stamp = fact_stamps.stamp + 1, copies = fact_stamps.copies + $2, commits = fact_stamps.commits + $3`,
    [entityId, what === 'copies' ? 1 : 0, what === 'commits' ? 1 : 0],
  );

/** Read before the question is asked, so that an answer never stands under a stamp newer than its facts. */
export const readStamp = async (postgres: Postgres, entityId: number): Promise<Stamp> =>
  (await postgres.maybe(stampRow, 'SELECT stamp, copies, commits FROM fact_stamps WHERE entity_id = $1', [
    entityId,
  ])) ?? {
    stamp: 0,
    copies: 0,
    commits: 0,
  };

/** To be worked out again: which release first carried each commit of the repo. Urgent where somebody waits for it. */
export const markReleasesStale = (
  postgres: Postgres,
  entityId: number,
  repoId: number,
  { urgent = false } = {},
): Promise<unknown> =>
  postgres.run(
    `INSERT INTO stale_releases (entity_id, repo_id, urgent) VALUES ($1, $2, $3)
     ON CONFLICT (entity_id, repo_id) DO UPDATE
     SET mark = stale_releases.mark + 1, urgent = stale_releases.urgent OR excluded.urgent`,
    [entityId, repoId, urgent],
  );
