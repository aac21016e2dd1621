const CLOSING =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+((?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d{1,9}|AB#\d{1,9}|[A-Z][A-Z0-9]{1,9}-\d{1,7})\b/gi;
const MAX_KEYS = 50;

/** The issues that a pull request's text says it closes, by the words that hosts act on. */
export function closesOf(text: string | null): { closes?: string[] } {
  if (text === null) return {};
  const keys = new Set([...text.slice(0, 20_000).matchAll(CLOSING)].map((match) => match[1] ?? ''));
  return keys.size === 0 ? {} : { closes: [...keys].slice(0, MAX_KEYS) };
}
