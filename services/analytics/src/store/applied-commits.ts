import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { appliedAgain } from '../segments/facts/applied-again.ts';

const commitRow = z.object({ repo_id: z.coerce.number(), sha: z.string(), at_s: z.coerce.number() });
/** A commit that makes a change which another one made before. */
export type AppliedCommit = z.infer<typeof commitRow>;

/** More are not kept: a statement then finds them by itself. */
export const MOST_KEPT = 5_000;

/** Of all time; null where there are too many to keep. */
export async function readAppliedCommits(clickHouse: ClickHouse, entityId: number): Promise<AppliedCommit[] | null> {
  const rows = await clickHouse.query({
    name: 'applied_commits',
    sql: `SELECT copy.2 AS repo_id, toString(copy.3) AS sha, toUnixTimestamp(copy.4) AS at_s FROM (${appliedAgain('true')}) ORDER BY repo_id, sha LIMIT ${MOST_KEPT + 1}`,
    params: { entity_id: entityId },
    row: commitRow,
    settings: { do_not_merge_across_partitions_select_final: 1 },
  });
  return rows.length > MOST_KEPT ? null : rows;
}
