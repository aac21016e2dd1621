import type { Scope, ScopeTrace } from './trace-scopes.ts';

const mostLines = 200;
const longestDocumentation = 8000;
const longestLine = 1000;

const opening =
  /^\s*(?:@(?:module)?doc\s*)?(?:~[sS])?(?:[rRuU]?"""|[rRuU]?'''|\/\*[*!]*|\*\/|\*(?!\*)|\/{2,}!?|#+[:!|]?|-{2,}[|^]?|;+|%+|\(\*+|\{-[|]?|<!--|=begin\b|=end\b)\s?/;
const closing = /\s*(?:\*+\/|\*\)|-\}|-->|"""|''')\s*$/;

function clean(lines: readonly string[]): string | null {
  const kept = lines.slice(0, mostLines).map((line) => {
    const short = line.length > longestLine ? line.slice(0, longestLine) : line;
    return short.replace(closing, '').replace(opening, '').trimEnd();
  });
  const indents = kept.slice(1).filter((line) => line.trim() !== '');
  const shared = Math.min(...indents.map((line) => line.length - line.trimStart().length));
  const text = kept
    .map((line, index) => (index === 0 || !Number.isFinite(shared) ? line : line.slice(Math.min(shared, line.length))))
    .join('\n')
    .trim();
  return text === '' ? null : text.slice(0, longestDocumentation);
}

function docstringAfter(lines: readonly string[], header: number): string | null {
  let start = header + 1;
  while (start < lines.length && (lines[start] ?? '').trim() === '') start++;
  const first = (lines[start] ?? '').trim();
  const mark = /^[rRuU]?("""|''')/.exec(first)?.[1];
  if (mark === undefined) return null;
  let end = start;
  if (first.indexOf(mark, first.indexOf(mark) + 3) < 0) {
    end++;
    while (end < lines.length && end - start < mostLines && !(lines[end] ?? '').includes(mark)) end++;
  }
  return clean(lines.slice(start, end + 1));
}

/** The comment right above a function's header, or the docstring right below it. */
export function readDocumentation(lines: readonly string[], trace: ScopeTrace, scope: Scope): string | null {
  const inside = docstringAfter(lines, scope.headerLine);
  if (inside !== null) return inside;
  let first = scope.firstLine;
  while (first > 0 && scope.firstLine - first < mostLines) {
    const above = first - 1;
    if (trace.hidden[above] === 0 && !/^\s*@doc\b/.test(trace.code[above] ?? '')) break;
    first = above;
  }
  if (first === 0 && (lines[0] ?? '').startsWith('#!')) first = 1;
  return first >= scope.firstLine ? null : clean(lines.slice(first, scope.firstLine));
}
