import { createLineScanner } from '../line-scanner.ts';
import { syntaxOf } from '../syntax/compiled-syntax.ts';

export type MaskedLines = {
  /** Each line with comments and strings blanked. */
  readonly code: readonly string[];
  /** 1: a line that holds only a comment or string; 2: one that also began inside it. */
  readonly hidden: Uint8Array;
};

const longestLine = 2000;
/** Only a shell lets a blank stand before the mark: elsewhere `<< NAME` appends. */
const heredoc = { tight: /<<[-~]?(["'`]?)([A-Z_]\w{0,40})\1/, spaced: /<<[-~]?\s?(["'`]?)([A-Z_]\w{0,40})\1/ };

/** A line with the spans of its comments and strings blanked. */
export function blankSpans(text: string, spans: readonly number[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (let span = 0; span < spans.length; span += 2) {
    const start = spans[span] ?? 0;
    const end = spans[span + 1] ?? start;
    parts.push(text.slice(at, start), ' '.repeat(end - start));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** A file's code without its comments and strings. What stands past 2,000 characters of a line is left out. */
export function maskLines(
  lines: readonly string[],
  language: string | null,
  heredocs: 'tight' | 'spaced' | undefined,
): MaskedLines {
  const scanner = createLineScanner(syntaxOf(language));
  const code: string[] = [];
  const hidden = new Uint8Array(lines.length);
  let heredocEnd: string | null = null;
  const spans: number[] = [];
  lines.forEach((line, index) => {
    const text = line.length > longestLine ? line.slice(0, longestLine) : line;
    if (heredocEnd !== null) {
      hidden[index] = 2;
      code.push('');
      if (text.trim().replace(/[;,)]+$/, '') === heredocEnd) heredocEnd = null;
      return;
    }
    const before = scanner.mode();
    spans.length = 0;
    scanner.scan(text, spans);
    let masked = blankSpans(text, spans);
    if (heredocs !== undefined && before === 'code') {
      const found = heredoc[heredocs].exec(text);
      if (found !== null && masked.includes('<<')) heredocEnd = found[2] ?? null;
    }
    // What begins inside a string or a comment says nothing by its indentation.
    if (before !== 'code' && scanner.resumedAt() >= 0) masked = ' '.repeat(longestLine) + masked.trim();
    if (masked.trim() === '') hidden[index] = before !== 'code' ? 2 : text.trim() === '' ? 0 : 1;
    code.push(masked);
  });
  return { code, hidden };
}
