import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

const issueRow = z
  .object({
    key: z.string(),
    title: z.string(),
    type: z.string(),
    project_name: z.string(),
    url: z.string(),
    created: z.string(),
    resolved: z.string().nullable(),
  })
  .transform((row) => ({
    key: row.key,
    title: row.title,
    type: row.type,
    projectName: row.project_name,
    url: row.url,
    createdAt: row.created,
    resolvedAt: row.resolved ?? '',
  }));

export const issuesByKey = (clickHouse: ClickHouse, entityId: number, keys: string[]) =>
  clickHouse.query({
    name: 'issues_by_key',
    sql: `SELECT key, title, type, project_name, url,
            formatDateTime(created_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS created,
            formatDateTime(resolved_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS resolved
          FROM issues FINAL WHERE entity_id = {entity_id:UInt64} AND key IN {keys:Array(String)} AND NOT deleted ORDER BY key`,
    params: { entity_id: entityId, keys },
    row: issueRow,
  });
