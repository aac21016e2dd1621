import type { DiffDeltaWeights } from '@linescope/contract/diff-delta-weights';
import { z } from 'zod';
import { lineDelta } from '../line-delta.ts';
import type { WantedLine } from './entry-rows.ts';
import type { Reader } from './small-query.ts';

const valueRow = z.object({
  path: z.string(),
  sha: z.string(),
  line_after: z.number().nullable(),
  line_before: z.number().nullable(),
  value: z.number(),
});

const nameOf = ({ sha, path, line, isDeleted }: WantedLine): string => `${sha} ${isDeleted} ${line} ${path}`;

/** What changed lines score by an entity's own weights. */
export async function readLineValues(
  read: Reader,
  lines: readonly WantedLine[],
  weights: DiffDeltaWeights,
): Promise<(line: WantedLine) => number | undefined> {
  const { sql, params } = lineDelta(weights);
  const rows = await read({
    name: 'line_values',
    select: `path, sha, line_after, line_before, ${sql} AS value`,
    from: 'line_changes FINAL',
    where: `path IN {paths:Array(String)} AND sha IN {shas:Array(String)} AND ifNull(line_after, line_before) IN {lines:Array(UInt32)}`,
    params: {
      ...params,
      paths: [...new Set(lines.map(({ path }) => path))],
      shas: [...new Set(lines.map(({ sha }) => sha))],
      lines: [...new Set(lines.map(({ line }) => line))],
    },
    row: valueRow,
  });
  const values = new Map(
    rows.map(({ sha, path, line_after: after, line_before: before, value }) => [
      nameOf({ sha, path, line: after ?? before ?? 0, isDeleted: after === null }),
      value,
    ]),
  );
  return (line) => values.get(nameOf(line));
}
