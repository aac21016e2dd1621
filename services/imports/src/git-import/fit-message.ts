import { sliceLines } from '@linescope/git-engine/delivery/line-columns';
import type { CommitLines, FactBatch } from '@linescope/git-engine/delivery/spool';

/** Space for headers and the protocol's own words. */
const MARGIN = 16 * 1024;

type Piece = { batchId: string; facts: FactBatch };

/**
 * Encodes a batch as messages that the broker takes. One that is too large is cut in two, again and again: first its
 * lines, then its files; the cuts depend on the facts alone, so a repeat makes the same messages.
 */
export function* fitMessages(
  batchId: string,
  facts: FactBatch,
  maxPayload: number,
  encode: (piece: Piece) => Uint8Array,
): Generator<Piece & { message: Uint8Array }> {
  const message = encode({ batchId, facts });
  if (message.length <= maxPayload - MARGIN) {
    yield { batchId, facts, message };
    return;
  }
  const halves = cutInTwo(facts);
  if (!halves) throw new Error('a single fact is larger than the broker takes');
  for (const [index, half] of halves.entries()) yield* fitMessages(`${batchId}.${index}`, half, maxPayload, encode);
}

function cutInTwo(facts: FactBatch): [FactBatch, FactBatch] | null {
  const { lines, fileChanges, mergeRoutes, unrecordedEnds, commits, commitScores, cursor } = facts;
  const none = {
    commits: [],
    commitScores: [],
    fileChanges: [],
    mergeRoutes: [],
    unrecordedEnds: [],
    lines: [],
    cursor,
  };
  const halves = cutLines(lines);
  if (halves) {
    return [
      { ...facts, lines: halves[0] },
      { ...none, lines: halves[1] },
    ];
  }
  if (fileChanges.length > 1) {
    const middle = fileChanges.length >> 1;
    return [
      { ...facts, fileChanges: fileChanges.slice(0, middle) },
      { ...none, fileChanges: fileChanges.slice(middle) },
    ];
  }
  const cut = <T>(list: T[]): [T[], T[]] => [list.slice(0, list.length >> 1), list.slice(list.length >> 1)];
  const bySha = [...Map.groupBy(unrecordedEnds, ({ sha }) => sha).values()];
  if (bySha.length > 1) {
    // Those of one commit stay together: its rows replace one another.
    const [firstEnds, lastEnds] = cut(bySha);
    return [
      { ...facts, unrecordedEnds: firstEnds.flat() },
      { ...none, unrecordedEnds: lastEnds.flat() },
    ];
  }
  if (commits.length <= 1 && mergeRoutes.length <= 1) return null;
  const [firstCommits, lastCommits] = cut(commits);
  const [firstScores, lastScores] = cut(commitScores);
  const [firstRoutes, lastRoutes] = cut(mergeRoutes);
  return [
    { ...facts, commits: firstCommits, commitScores: firstScores, mergeRoutes: firstRoutes },
    { ...none, commits: lastCommits, commitScores: lastScores, mergeRoutes: lastRoutes },
  ];
}

/** Between two commits, or within the only one. */
function cutLines(lines: CommitLines[]): [CommitLines[], CommitLines[]] | null {
  const [only] = lines;
  if (only === undefined) return null;
  if (lines.length > 1) return [lines.slice(0, lines.length >> 1), lines.slice(lines.length >> 1)];
  const { commit, columns } = only;
  if (columns.rows <= 1) return null;
  const middle = columns.rows >> 1;
  return [
    [{ commit, columns: sliceLines(columns, 0, middle) }],
    [{ commit, columns: sliceLines(columns, middle, columns.rows) }],
  ];
}
