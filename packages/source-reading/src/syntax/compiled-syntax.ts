import { braceLanguages } from './brace-languages.ts';
import type { LanguageSyntax, Quote } from './language-syntax.ts';
import { markupLanguages } from './markup-languages.ts';
import { wordLanguages } from './word-languages.ts';

export type Rule =
  | { readonly kind: 'line'; readonly open: string; readonly spaced: boolean; readonly unless: number }
  | { readonly kind: 'block'; readonly open: string; readonly close: string; readonly nested: boolean }
  | { readonly kind: 'quote'; readonly open: string; readonly quote: Quote }
  | { readonly kind: 'character' | 'slash'; readonly open: string };

/** Opening marks by their first character, longest first, so that a scan costs one lookup a character. */
export type CompiledSyntax = {
  readonly syntax: LanguageSyntax;
  readonly rules: readonly (readonly Rule[] | undefined)[];
  readonly comments: readonly (readonly Rule[] | undefined)[];
  readonly keywords: KeywordTable;
  /** Whether a line can leave something open for the next. */
  readonly carries: boolean;
  readonly starBody: boolean;
};

/** Keywords by length and first letter: a lookup that allocates nothing. */
export type KeywordTable = { readonly longest: number; readonly buckets: readonly (readonly string[] | undefined)[] };

export const keywordBucket = (length: number, firstCode: number) => (length << 5) | (firstCode & 31);

function compileKeywords(words: string | undefined): KeywordTable {
  const buckets: string[][] = [];
  let longest = 0;
  for (const word of new Set(words?.split(' ') ?? [])) {
    longest = Math.max(longest, word.length);
    const bucket = keywordBucket(word.length, word.charCodeAt(0));
    buckets[bucket] = [...(buckets[bucket] ?? []), word];
  }
  return { longest, buckets: Array.from({ length: (longest + 1) << 5 }, (_, index) => buckets[index]) };
}

function compileRules(syntax: LanguageSyntax): Rule[] {
  const rules: Rule[] = [];
  for (const open of syntax.line ?? []) {
    const unless = open === '#' && syntax.hashAttributes ? '['.charCodeAt(0) : -1;
    rules.push({ kind: 'line', open, spaced: open.length === 1, unless });
  }
  for (const [open, close] of syntax.block ?? [])
    rules.push({ kind: 'block', open, close, nested: syntax.nested ?? false });
  for (const quote of syntax.quotes ?? []) rules.push({ kind: 'quote', open: quote.open, quote });
  if (syntax.shortCharacters) rules.push({ kind: 'character', open: "'" });
  if (syntax.regex) rules.push({ kind: 'slash', open: '/' });
  return rules.sort((a, b) => b.open.length - a.open.length);
}

function byFirstCharacter(rules: readonly Rule[]): (readonly Rule[] | undefined)[] {
  const table: Rule[][] = [];
  for (const rule of rules) {
    const code = rule.open.charCodeAt(0);
    table[code] = [...(table[code] ?? []), rule];
  }
  return Array.from({ length: 128 }, (_, code) => table[code]);
}

function compile(syntax: LanguageSyntax): CompiledSyntax {
  const rules = compileRules(syntax);
  return {
    syntax,
    rules: byFirstCharacter(rules),
    comments: byFirstCharacter(rules.filter((rule) => rule.kind === 'line' || rule.kind === 'block')),
    keywords: compileKeywords(syntax.keywords),
    carries: (syntax.block ?? syntax.column) !== undefined || (syntax.quotes?.some((quote) => quote.lines) ?? false),
    starBody: syntax.block?.some(([open]) => open === '/*') ?? false,
  };
}

const unknown = compile({});
const compiled = new Map<string, CompiledSyntax>();
const bySyntax = new Map<LanguageSyntax, CompiledSyntax>();
for (const [language, syntax] of Object.entries({ ...braceLanguages, ...wordLanguages, ...markupLanguages })) {
  const known = bySyntax.get(syntax) ?? compile(syntax);
  bySyntax.set(syntax, known);
  compiled.set(language, known);
}

export function syntaxOf(language: string | null): CompiledSyntax {
  return language === null ? unknown : (compiled.get(language) ?? unknown);
}

export const languagesWithSyntax: readonly string[] = [...compiled.keys()];
