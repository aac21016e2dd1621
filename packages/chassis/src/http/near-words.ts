const MOST = 5;
/** Longer than any word that is looked for. */
const LONGEST = 200;

/** What somebody may have meant: the word that was mistyped, else those that have most parts in common with it. */
export function nearWords(typed: string, words: readonly string[]): string[] {
  if (typed.length > LONGEST) return [];
  const nearest = nearestWord(typed, words);
  if (nearest !== null) return [nearest];
  const parts = new Set(partsOf(typed));
  return words
    .map((word) => ({ word, own: partsOf(word) }))
    .map(({ word, own }) => ({ word, common: own.filter((part) => parts.has(part)).length, size: own.length }))
    .filter(({ common }) => common > 0)
    .sort((one, other) => other.common - one.common || one.size - other.size)
    .slice(0, MOST)
    .map(({ word }) => word);
}

/** `lines_changed` and `line_change` have the same parts. */
const partsOf = (word: string): string[] =>
  word
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((part) => part.replace(/(es|ed|s|e)$/, ''))
    .filter((part) => part.length > 1);

/** The word that a mistyped one was most likely meant to be: a third of its letters may differ; null where none is near. */
function nearestWord(typed: string, words: readonly string[]): string | null {
  const allowed = Math.floor(typed.length / 3);
  let best: { word: string; distance: number } | null = null;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > allowed) continue;
    const distance = editDistance(typed, word);
    if (distance <= allowed && (best === null || distance < best.distance)) best = { word, distance };
  }
  return best?.word ?? null;
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
