import type { FactBatch } from '@linescope/git-engine/delivery/spool';

/** Room for headers and the protocol's own words. */
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
  const { lineChanges, fileChanges, mergeRoutes, commits, commitScores, cursor } = facts;
  const none = { commits: [], commitScores: [], fileChanges: [], mergeRoutes: [], lineChanges: [], cursor };
  if (lineChanges.length > 1) {
    const middle = lineChanges.length >> 1;
    return [
      { ...facts, lineChanges: lineChanges.slice(0, middle) },
      { ...none, lineChanges: lineChanges.slice(middle) },
    ];
  }
  if (fileChanges.length > 1) {
    const middle = fileChanges.length >> 1;
    return [
      { ...facts, fileChanges: fileChanges.slice(0, middle) },
      { ...none, fileChanges: fileChanges.slice(middle) },
    ];
  }
  if (commits.length <= 1 && mergeRoutes.length <= 1) return null;
  const cut = <T>(list: T[]): [T[], T[]] => [list.slice(0, list.length >> 1), list.slice(list.length >> 1)];
  const [firstCommits, lastCommits] = cut(commits);
  const [firstScores, lastScores] = cut(commitScores);
  const [firstRoutes, lastRoutes] = cut(mergeRoutes);
  return [
    { ...facts, commits: firstCommits, commitScores: firstScores, mergeRoutes: firstRoutes },
    { ...none, commits: lastCommits, commitScores: lastScores, mergeRoutes: lastRoutes },
  ];
}
