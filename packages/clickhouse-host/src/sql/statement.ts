import { exception } from '../exception.ts';
import { quoteText } from './quote.ts';
import { keywordOf, type Token, tokensOf } from './tokens.ts';

export type Statement = {
  /** Without the semicolon that may end it. */
  text: string;
  /** Its first word in capitals: SELECT, INSERT, CREATE. */
  verb: string;
  /** The name in its FORMAT clause. */
  format: string | undefined;
};

/** Where an `INSERT INTO t (a, b) SETTINGS x = 1 FORMAT F` comes apart, as places in its text. */
export type InsertParts = {
  /** Where `FROM INFILE` belongs: before SETTINGS, FORMAT or VALUES. */
  headEnd: number;
  settingsEnd: number;
  format: string;
  dataStart: number;
};

const READING = new Set(['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', 'CHECK']);
const WITHOUT_ROWS = new Set(['SELECT', 'WITH', 'FROM', 'WATCH']);

export function describeStatement(text: string): Statement {
  let verb = '';
  let format: string | undefined;
  let afterFormat = false;
  let end: number | undefined;
  for (const token of tokensOf(text)) {
    if (end !== undefined && token.text !== ';') {
      throw exception('SYNTAX_ERROR', 'A request carries one statement: multi-statements are not allowed.');
    }
    if (token.text === ';') end ??= token.start;
    if (afterFormat && token.kind !== 'sign') format = unquoted(token);
    if (verb === '' && token.kind === 'word') verb = token.text.toUpperCase();
    afterFormat = keywordOf(token) === 'FORMAT';
  }
  if (verb === '') throw exception('SYNTAX_ERROR', 'The request carries no statement: it is an empty query.');
  return {
    text: verb === 'DROP' || verb === 'DETACH' ? withoutSync(text.slice(0, end)) : text.slice(0, end),
    verb,
    format,
  };
}

/** The engine would wait forever: it removes the files of dropped tables only after its next start. */
function withoutSync(text: string): string {
  const sync = [...tokensOf(text)].findLast((token) => keywordOf(token) === 'SYNC');
  return sync ? text.slice(0, sync.start) + text.slice(sync.end) : text;
}

/** The same reading with its result in a file of the engine's machine. */
export function intoFile(text: string, path: string, format: string): string {
  const tokens = [...tokensOf(text)];
  const clause = tokens.findLastIndex((token) => keywordOf(token) === 'FORMAT');
  const head = clause < 0 ? text : text.slice(0, tokens[clause]?.start);
  const rest = clause < 0 ? '' : text.slice(tokens[clause + 1]?.end);
  return `${head}\nINTO OUTFILE ${quoteText(path)} COMPRESSION 'none' FORMAT ${format}${rest}`;
}

export function isReading({ verb }: Statement): boolean {
  return READING.has(verb);
}

/** SET, USE and temporary tables would outlive their request on a connection that others share. */
export function changesSession({ verb, text }: Statement): boolean {
  return verb === 'SET' || verb === 'USE' || /\bTEMPORARY\b/i.test(text);
}

/**
 * Undefined when the statement brings no rows of its own (INSERT … SELECT), or is no INSERT. The text may break off
 * anywhere after the rows began.
 */
export function parseInsert(text: string): InsertParts | undefined {
  const tokens = tokensOf(text);
  const next = (): Token | undefined => tokens.next().value ?? undefined;
  const first = next();
  if (!first || keywordOf(first) !== 'INSERT') return undefined;
  let token = next();
  if (token && keywordOf(token) === 'INTO') token = next();
  if (token && ['TABLE', 'FUNCTION'].includes(keywordOf(token) ?? '')) token = next();
  // `token` is now the first part of the table's name, which may be spelled like a keyword.
  let headEnd: number | undefined;
  let previous = token?.text;
  for (token = next(); token; token = next()) {
    const keyword = previous === '.' ? undefined : keywordOf(token);
    previous = token.text;
    if (keyword === undefined) continue;
    if (WITHOUT_ROWS.has(keyword)) return undefined;
    if (keyword === 'SETTINGS') headEnd ??= token.start;
    const { start, end } = token;
    if (keyword === 'VALUES') {
      return { headEnd: headEnd ?? start, settingsEnd: start, format: 'Values', dataStart: end };
    }
    if (keyword === 'FORMAT') {
      const name = next();
      if (!name) return undefined;
      const dataStart = rowsAfter(text, name.end);
      return { headEnd: headEnd ?? start, settingsEnd: start, format: unquoted(name), dataStart };
    }
  }
  return undefined;
}

/** Rows begin after the format's name, blanks, and at most one line end. */
function rowsAfter(text: string, end: number): number {
  const blanks = /^[ \t\f]*\r?\n?/.exec(text.slice(end, end + 1024));
  return end + (blanks?.[0].length ?? 0);
}

function unquoted(token: Token): string {
  return token.kind === 'quoted' ? token.text.slice(1, -1) : token.text;
}
