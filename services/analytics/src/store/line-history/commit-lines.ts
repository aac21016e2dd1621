import type { DiffDeltaWeights } from '@linescope/contract/diff-delta-weights';
import { z } from 'zod';
import { lineDelta } from '../line-delta.ts';
import { EVIDENCE_COLUMNS, evidenceColumns } from './evidence-rows.ts';
import type { Reader } from './small-query.ts';

const changedFile = z.object({
  path: z.string(),
  path_before: z.string(),
  status: z.string(),
  language: z.string(),
  category: z.string(),
  binary: z.boolean(),
  oversized: z.boolean(),
  scored: z.boolean(),
  lines_added: z.number(),
  lines_deleted: z.number(),
});
export type ChangedFile = z.infer<typeof changedFile>;

/** The files that a commit changed, in the order of paths. */
export const readChangedFiles = (read: Reader, sha: string, limit: number): Promise<ChangedFile[]> =>
  read({
    name: 'files_of_commit',
    select: 'path, path_before, status, language, category, binary, oversized, scored, lines_added, lines_deleted',
    from: 'file_changes',
    where:
      'sha = {sha:String} ORDER BY path, version DESC LIMIT 1 BY path LIMIT {limit:UInt32} SETTINGS use_skip_indexes = 1',
    params: { sha, limit },
    row: changedFile,
  });

const changedLine = z.object({
  path: z.string(),
  path_before: z.string(),
  hunk: z.number(),
  line_before: z.number().nullable(),
  line_after: z.number().nullable(),
  operation: z.string(),
  provenance: z.string(),
  churn: z.boolean(),
  text: z.string(),
  value: z.number(),
  ...evidenceColumns,
});
export type ChangedLineRow = z.infer<typeof changedLine>;

/** Some of the lines that a commit changed, in the order in which a diff shows them. */
export async function readChangedLines(
  read: Reader,
  commit: { sha: string; paths: readonly string[] },
  weights: DiffDeltaWeights | null,
  page: { limit: number; offset: number },
): Promise<ChangedLineRow[]> {
  const delta = weights === null ? { sql: 'delta', params: {} } : lineDelta(weights);
  return read({
    name: 'lines_of_commit',
    select: `path, path_before, hunk, line_before, line_after, operation, provenance, churn, text, ${EVIDENCE_COLUMNS}, ${delta.sql} AS value`,
    from: 'line_changes FINAL',
    where: `path IN {paths:Array(String)} AND sha = {sha:String}
            ORDER BY path, hunk, hunk_line LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    params: { ...delta.params, ...commit, ...page },
    row: changedLine,
  });
}

const totals = z.object({ lines: z.number(), value: z.number() });

/** How many lines a commit changed, and what they score together. */
export async function sumChangedLines(
  read: Reader,
  commit: { sha: string; paths: readonly string[] },
  weights: DiffDeltaWeights | null,
): Promise<{ lines: number; value: number }> {
  const delta = weights === null ? { sql: 'delta', params: {} } : lineDelta(weights);
  const [sum] = await read({
    name: 'lines_of_commit_summed',
    select: `count()::UInt32 AS lines, sum(${delta.sql}) AS value`,
    from: 'line_changes FINAL',
    where: 'path IN {paths:Array(String)} AND sha = {sha:String}',
    params: { ...delta.params, ...commit },
    row: totals,
  });
  return sum ?? { lines: 0, value: 0 };
}
