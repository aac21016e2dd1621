import { z } from 'zod';
import { fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, ONE_ENTITY } from './audit-query.ts';
import { ofEntity } from './conditions.ts';
import { COUNT } from './read-page.ts';

/**
 * `pull_request_times` is in the order of times: a pull request whose time of opening was corrected is there at the former time too. That is
 * so rare that pages look for it only where the table does not have as many as there are, which is counted once for each stamp.
 */
export async function isUpToDate(query: AuditQuery): Promise<SqlFragment[]> {
  const [one, other] = await query.context.clickHouse.query({
    name: `audit_pull_times${COUNT}`,
    ...fragment`SELECT count() AS pulls FROM pull_request_times FINAL WHERE ${ofEntity(query)}
      UNION ALL SELECT count() FROM pull_request_branches FINAL WHERE ${ofEntity(query)}`,
    row: z.object({ pulls: z.coerce.number() }),
    settings: ONE_ENTITY,
  });
  if (one?.pulls === other?.pulls) return [];
  return [
    fragment`(repo_id, number, opened_at) IN (
      SELECT repo_id, number, argMax(opened_at, version) FROM pull_request_times WHERE ${ofEntity(query)} GROUP BY repo_id, number)`,
  ];
}
