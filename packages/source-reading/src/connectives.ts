import { isSpace } from './line-kind.ts';
import { readLine } from './line-reading.ts';
import { createLineScanner } from './line-scanner.ts';
import { blankSpans } from './scopes/mask-lines.ts';
import { readHeader } from './scopes/read-header.ts';
import { type ScopeGrammar, scopeGrammars } from './scopes/scope-grammars.ts';
import { type CompiledSyntax, syntaxOf } from './syntax/compiled-syntax.ts';

/** No line a person wrote calls more; a minified one is cut off here. */
const longestLine = 4000;

/** Words that stand before a parenthesis without calling anything. */
const notCalled = new Set(
  'if else elif elseif elsif for foreach while until unless switch match case when catch except return throw raise new do with using lock fixed sizeof typeof alignof decltype await yield assert synchronized try and or not in is as of function func fn fun def sub proc lambda async constructor import from super this defined export let var const val void instanceof'.split(
    ' ',
  ),
);

const isIdentifier = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 36 ||
  code > 127;

function maskLine(text: string, language: string | null): string {
  const syntax = syntaxOf(language);
  if (!hasMarks(text, syntax)) return text;
  const spans: number[] = [];
  createLineScanner(syntax).scan(text, spans);
  return blankSpans(text, spans);
}

/** Whether a character stands there with which a comment or string may begin. */
function hasMarks(text: string, { rules }: CompiledSyntax): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 && rules[code] !== undefined) return true;
  }
  return false;
}

/** A C-style header whose brace stands on a later line: it must start with a type and end openly. */
const openHeader = /^[\w*&:<>\s]+[\s*&]\w[\w:~]*\s*\(/;

function readDefinition(grammar: ScopeGrammar, line: string): string | null {
  const header = readHeader(grammar, line);
  if (header !== null) return header.name;
  if (grammar.shaped !== 'typed' || isSpace(line.charCodeAt(0))) return null;
  const torn = /[,)(]\s*$/.test(line) && openHeader.test(line);
  return torn ? (readHeader(grammar, line, true)?.name ?? null) : null;
}

/** Names a line defines: the function or class it announces, as other files would call it. */
export function definitionsOf(text: string, language: string | null): string[] {
  const grammar = language === null ? undefined : scopeGrammars[language];
  if (grammar === undefined) return [];
  const line = text.length > longestLine ? text.slice(0, longestLine) : text;
  // Few lines define anything, so only those are read again without their strings and comments.
  if (readDefinition(grammar, line) === null || readLine(text, language) !== 'code') return [];
  const name = readDefinition(grammar, maskLine(line, language));
  return name === null ? [] : [name];
}

/** Names that a line calls: identifiers right before `(`, without those the line itself defines. */
export function callsOf(text: string, language: string | null): string[] {
  if (language === null || scopeGrammars[language] === undefined || !text.includes('(')) return [];
  if (readLine(text, language) !== 'code') return [];
  const line = maskLine(text.length > longestLine ? text.slice(0, longestLine) : text, language);
  const calls: string[] = [];
  let defined: string[] | null = null;
  for (let open = line.indexOf('('); open >= 0; open = line.indexOf('(', open + 1)) {
    let end = open;
    if (end > 0 && line.charCodeAt(end - 1) === 32) end--;
    let start = end;
    while (start > 0 && isIdentifier(line.charCodeAt(start - 1))) start--;
    const first = line.charCodeAt(start);
    if (start === end || (first >= 48 && first <= 57)) continue;
    const name = line.slice(start, end);
    if (notCalled.has(name)) continue;
    defined ??= definitionsOf(text, language);
    if (!defined.includes(name)) calls.push(name);
  }
  return calls;
}
