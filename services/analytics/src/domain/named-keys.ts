const WORD = /[\p{L}\p{N}_-]+/gu;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}_-]+/u;
const IS_WORD_CHARACTER = /^[\p{L}\p{N}_-]/u;
const ENDS_WITH_WORD_CHARACTER = /[\p{L}\p{N}_-]$/u;
/** Longer texts are read up to here. */
const TEXT_LIMIT = 100_000;

/**
 * Which of many keys a text names: case-sensitive, not next to a letter, a digit, `-` or `_`, whatever the key's shape.
 * Keys are found by their first word, so the time grows with the text and not with the number of keys.
 */
export function createKeyFinder(keys: Iterable<string>): (text: string) => Set<string> {
  const byFirstWord = new Map<string, string[]>();
  const wordless: string[] = [];
  for (const key of new Set(keys)) {
    const word = BEGINS_WITH_WORD.exec(key)?.[0];
    if (word === undefined) wordless.push(key);
    else if (byFirstWord.get(word)?.push(key) === undefined) byFirstWord.set(word, [key]);
  }
  return (whole) => {
    const text = whole.slice(0, TEXT_LIMIT);
    const found = new Set<string>();
    for (const { 0: word, index } of text.matchAll(WORD)) {
      for (const key of byFirstWord.get(word) ?? []) {
        if (text.startsWith(key, index) && endsAt(text, index + key.length)) found.add(key);
      }
    }
    for (const key of wordless) if (isNamed(text, key)) found.add(key);
    return found;
  };
}

const endsAt = (text: string, index: number): boolean => !IS_WORD_CHARACTER.test(text.slice(index, index + 2));

/** For a key that begins with no word, such as `#12`. */
function isNamed(text: string, key: string): boolean {
  for (let at = text.indexOf(key); key !== '' && at >= 0; at = text.indexOf(key, at + 1)) {
    const isWhole = endsAt(text, at + key.length);
    if (isWhole && !ENDS_WITH_WORD_CHARACTER.test(text.slice(Math.max(at - 2, 0), at))) return true;
  }
  return false;
}
