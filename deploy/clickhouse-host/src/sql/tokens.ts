export type Token = { kind: 'word' | 'quoted' | 'sign'; text: string; start: number; end: number; depth: number };

const TOKEN =
  /\s+|--[^\n]*|#[! ][^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<word>[A-Za-z_]\w*)|(?<quoted>'(?:[^'\\]|\\[\s\S]|'')*'?|"(?:[^"\\]|\\[\s\S]|"")*"?|`(?:[^`\\]|\\[\s\S]|``)*`?)|(?<sign>[0-9][\w.]*|[\s\S])/y;

/** The words and signs of a statement, without its blanks and comments, read only as far as the caller goes. */
export function* tokensOf(text: string): Generator<Token> {
  const pattern = new RegExp(TOKEN);
  let depth = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { word, quoted, sign } = match.groups ?? {};
    const found = word ?? quoted ?? sign;
    if (found === undefined) continue;
    if (found === ')' || found === ']') depth--;
    const kind = word !== undefined ? 'word' : quoted !== undefined ? 'quoted' : 'sign';
    yield { kind, text: found, start: match.index, end: pattern.lastIndex, depth };
    if (found === '(' || found === '[') depth++;
  }
}

/** An unquoted word outside brackets, in capitals; undefined for anything else. */
export function keywordOf(token: Token): string | undefined {
  return token.kind === 'word' && token.depth === 0 ? token.text.toUpperCase() : undefined;
}
