import type { UnrecordedEndFact } from '../facts.ts';

export interface UnrecordedEndRow {
  path: string;
  born_sha: string;
  sha: string;
  kept: boolean;
  ended_at: number;
  lines: number[];
}

/** A row for each commit, and file and commit whose lines it dropped or kept. */
export function unrecordedEndRows(facts: readonly UnrecordedEndFact[]): UnrecordedEndRow[] {
  const rows = new Map<string, UnrecordedEndRow>();
  for (const { sha, authoredAt, committedAt, kept, born, count } of facts) {
    if (born === null) continue;
    const key = `${sha} ${kept} ${born.sha} ${born.path}`;
    const row = rows.get(key) ?? {
      path: born.path,
      born_sha: born.sha,
      sha,
      kept,
      // What is kept was removed by commits before the merge was made; what is dropped ends when it was authored, as with any commit.
      ended_at: kept ? committedAt : authoredAt,
      lines: [],
    };
    row.lines.push(born.line, count);
    rows.set(key, row);
  }
  return [...rows.values()];
}
