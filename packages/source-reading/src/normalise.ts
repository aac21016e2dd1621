import { isSpace } from './line-kind.ts';
import { readLine } from './line-reading.ts';

const isWord = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127;

/**
 * A line as duplicates compare it: white space stays only as one blank between two words, so that
 * indentation, line endings and a formatter's habits make no difference.
 */
export function normaliseLine(text: string): string {
  let normal = '';
  let at = 0;
  let lastIsWord = false;
  while (at < text.length) {
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
    const start = at;
    while (at < text.length && !isSpace(text.charCodeAt(at))) at++;
    if (at === start) break;
    const part = text.slice(start, at);
    normal += lastIsWord && isWord(text.charCodeAt(start)) ? ` ${part}` : part;
    lastIsWord = isWord(text.charCodeAt(at - 1));
  }
  return normal;
}

const leastWordCharacters = 3;
const importReach = 200;
const importLine =
  /^\s{0,100}(?:import\b|from\s+\S+\s+import\b|export\s+(?:\*|\{[^}]*\})\s+from\b|using\s+[\w.]+\s*;|#\s*include\b|package\s+[\w.]+|use\s+[\w:\\]+|require(?:_relative)?[\s(]|(?:const|let|var)\s+[\w\s{},:$]+=\s*require\()/;

/** Whether a line says enough to count towards a duplicate block: code, and not the imports every file repeats. */
export function isMeaningful(text: string, language: string | null): boolean {
  if (readLine(text, language) !== 'code') return false;
  let words = 0;
  for (let at = 0; at < text.length && words < leastWordCharacters; at++) if (isWord(text.charCodeAt(at))) words++;
  return (
    words >= leastWordCharacters && !importLine.test(text.length > importReach ? text.slice(0, importReach) : text)
  );
}
