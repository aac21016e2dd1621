/** From how many lines on the same substitution is a find-and-replace. */
export const SUBSTITUTED_LINES = 3;

const TOKEN = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

const LONGEST = 6;
const MOST_PAIRS = 3;

/**
 * The substitution that turns a line into its next version, as a key: one token for another wherever it stands (up to three
 * such, as when a version is raised), or one short stretch of tokens for another. Null when the lines differ in more.
 */
export function substitutionOf(before: string, after: string): string | null {
  const old = before.match(TOKEN);
  const fresh = after.match(TOKEN);
  if (old === null || fresh === null) return null;
  return tokenForToken(old, fresh) ?? stretchForStretch(old, fresh);
}

function tokenForToken(old: readonly string[], fresh: readonly string[]): string | null {
  if (old.length !== fresh.length) return null;
  const pairs = new Set<string>();
  for (let index = 0; index < old.length; index++) {
    if (old[index] === fresh[index]) continue;
    pairs.add(`${old[index]}\n${fresh[index]}`);
    if (pairs.size > MOST_PAIRS) return null;
  }
  return pairs.size === 0 ? null : [...pairs].sort().join('\n');
}

function stretchForStretch(old: readonly string[], fresh: readonly string[]): string | null {
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const gone = old.slice(head, old.length - tail);
  const come = fresh.slice(head, fresh.length - tail);
  if (gone.length === 0 || come.length === 0 || gone.length > LONGEST || come.length > LONGEST) return null;
  return `${gone.join(' ')}\n${come.join(' ')}`;
}
