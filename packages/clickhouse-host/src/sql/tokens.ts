export type Token = { kind: 'word' | 'quoted' | 'sign'; text: string; start: number; end: number; depth: number };

const BLANKS = /(?:\s|--[^\n]*|#[! ][^\n]*|\/\*[\s\S]*?(?:\*\/|$))/y;
const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /[0-9][\w.]*/y;
const QUOTES = '\'"`';

/** The words and signs of a statement, without its blanks and comments, read only as far as the caller goes. */
export function* tokensOf(text: string): Generator<Token> {
  let depth = 0;
  for (let start = endOfBlanks(text, 0); start < text.length; ) {
    const word = endOf(WORD, text, start);
    const first = text.charAt(start);
    const quoted = word === undefined && QUOTES.includes(first);
    const end = word ?? (quoted ? endOfQuoted(text, start) : (endOf(NUMBER, text, start) ?? start + 1));
    if (first === ')' || first === ']') depth--;
    const kind = word !== undefined ? 'word' : quoted ? 'quoted' : 'sign';
    yield { kind, text: text.slice(start, end), start, end, depth };
    if (first === '(' || first === '[') depth++;
    start = endOfBlanks(text, end);
  }
}

/** An unquoted word outside brackets, in capitals; undefined for anything else. */
export function keywordOf(token: Token): string | undefined {
  return token.kind === 'word' && token.depth === 0 ? token.text.toUpperCase() : undefined;
}

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function endOfBlanks(text: string, start: number): number {
  let end = start;
  for (let next = endOf(BLANKS, text, end); next !== undefined; next = endOf(BLANKS, text, end)) end = next;
  return end;
}

/** A loop and no pattern: a literal may be megabytes long, which a pattern answers with a stack overflow. */
function endOfQuoted(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === mark && text.charCodeAt(at + 1) === mark) at++;
    else if (code === mark) return at + 1;
  }
  return text.length;
}

const BACKSLASH = 92;
