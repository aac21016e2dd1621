/** The word that a mistyped one was most likely meant to be: a third of its letters may differ; null where none is near. */
export function nearestWord(typed: string, words: readonly string[]): string | null {
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
