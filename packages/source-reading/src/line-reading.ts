import { classifyFrom, type LineKind, skipSpace } from './line-kind.ts';
import { createLineScanner } from './line-scanner.ts';
import { syntaxOf } from './syntax/compiled-syntax.ts';

export type { LineKind } from './line-kind.ts';
export { languagesWithSyntax } from './syntax/compiled-syntax.ts';

export type LineReader = {
  /** What the next line of the file is, given all lines before it. */
  next(text: string): LineKind;
};

/** What a line is by itself, as it stands in a diff. */
export function readLine(text: string, language: string | null): LineKind {
  return classifyFrom(syntaxOf(language), text, 0, true);
}

/** Reads a file from its first line on and remembers open comments, docstrings and strings. */
export function createLineReader(language: string | null): LineReader {
  const compiled = syntaxOf(language);
  if (!compiled.carries) return { next: (text) => classifyFrom(compiled, text, 0, false) };
  const scanner = createLineScanner(compiled);
  const columns = compiled.syntax.column;
  let columnClose: string | null = null;

  function next(text: string): LineKind {
    if (skipSpace(text, 0) === text.length) return 'blank';
    if (columnClose !== null) {
      if (text.startsWith(columnClose)) columnClose = null;
      return 'comment';
    }
    const before = scanner.mode();
    if (before === 'code' && columns !== undefined) {
      const column = columns.find(([open]) => text.startsWith(open));
      if (column !== undefined) {
        columnClose = column[1];
        return 'comment';
      }
    }
    scanner.scan(text);
    const resumed = scanner.resumedAt();
    const endsBare = resumed < 0 || skipSpace(text, resumed) === text.length;
    if (before === 'code') {
      if (scanner.openedDocstring()) return endsBare ? 'comment' : 'code';
      return classifyFrom(compiled, text, 0, false);
    }
    if (before === 'string') return 'code';
    if (endsBare) return 'comment';
    return before === 'comment' ? classifyFrom(compiled, text, resumed, false) : 'code';
  }
  return { next };
}
