import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import type { Reader } from './small-query.ts';

export const evidenceColumns = {
  evidence_tier: z.enum(['recorded', 'declared', 'unknown']).catch('unknown'),
  evidence_inherited: z.boolean(),
  ai_authored: z.boolean(),
  ai_tool: z.string(),
  ai_model: z.string(),
};
export const EVIDENCE_COLUMNS = Object.keys(evidenceColumns).join(', ');

const evidenceRow = z.object({
  sha: z.string(),
  path: z.string(),
  line_after: z.number().nullable(),
  line_before: z.number().nullable(),
  ...evidenceColumns,
});
export type EvidenceRow = z.infer<typeof evidenceRow>;

const derivedCommits = async (read: Reader, where: string, params: Record<string, unknown>): Promise<string[]> =>
  (
    await read({
      name: 'commits_with_derived_evidence',
      select: 'toString(sha) AS sha',
      from: 'derived_evidence FINAL',
      where: `inputs != 0 AND ${where}`,
      params,
      row: z.object({ sha: z.string() }),
    })
  ).map(({ sha }) => sha);

/** Those of the commits whose lines have other evidence than the commit's own declaration. */
export const readDerivedCommits = (read: Reader, shas: readonly string[]): Promise<string[]> =>
  derivedCommits(read, 'derived_evidence.sha IN {shas:Array(String)}', { shas });

/** The same of all commits of the repo, at most so many. */
export const readAllDerivedCommits = (read: Reader, limit: number): Promise<string[]> =>
  derivedCommits(read, 'true LIMIT {limit:UInt32}', { limit });

export const readEvidenceRows = (
  read: Reader,
  { shas, paths }: { shas: readonly string[]; paths: readonly string[] },
): Promise<EvidenceRow[]> =>
  read({
    name: 'line_evidence',
    select: `sha, path, line_after, line_before, ${EVIDENCE_COLUMNS}`,
    from: 'line_changes FINAL',
    where: 'path IN {paths:Array(String)} AND sha IN {shas:Array(String)}',
    params: { shas, paths },
    row: evidenceRow,
  });

export interface UsageDay {
  committer_id: number;
  day: string;
}

const usageDays = (clickHouse: ClickHouse, where: string, params: Record<string, unknown>): Promise<UsageDay[]> =>
  clickHouse.query({
    name: 'days_with_ai_usage',
    sql: `SELECT DISTINCT committer_id, toString(date) AS day FROM ai_usage FINAL
          WHERE entity_id = {entity_id:UInt64}
            AND (lines_added + lines_deleted + prompted_accept_count + tab_accept_count + prompted_suggest_count > 0 OR cents_cost > 0)
            AND ${where}`,
    params,
    row: z.object({ committer_id: z.number(), day: z.string() }),
  });

/** On which of the days which committers used an assistant. */
export const readUsageDays = (
  clickHouse: ClickHouse,
  entityId: number,
  { days, committerIds }: { days: readonly string[]; committerIds: readonly number[] },
): Promise<UsageDay[]> =>
  usageDays(clickHouse, 'date IN {days:Array(Date32)} AND committer_id IN {committer_ids:Array(UInt64)}', {
    entity_id: entityId,
    days,
    committer_ids: committerIds,
  });

/** The same of all days and committers of the entity, at most so many. */
export const readAllUsageDays = (clickHouse: ClickHouse, entityId: number, limit: number): Promise<UsageDay[]> =>
  usageDays(clickHouse, 'committer_id != 0 LIMIT {limit:UInt32}', { entity_id: entityId, limit });
