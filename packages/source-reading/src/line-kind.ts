import { type CompiledSyntax, keywordBucket, type Rule } from './syntax/compiled-syntax.ts';

export type LineKind = 'code' | 'comment' | 'punctuation' | 'keyword' | 'blank';

const star = 42;
const slash = 47;
const less = 60;
const greater = 62;

export const isSpace = (code: number) =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff || code === 0x3000;

export function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && isSpace(text.charCodeAt(index))) index++;
  return index;
}

function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isQuote = (code: number) => code === 34 || code === 39 || code === 96;

export function ruleAt(table: readonly (readonly Rule[] | undefined)[], text: string, index: number): Rule | undefined {
  const code = text.charCodeAt(index);
  const rules = code < 128 ? table[code] : undefined;
  if (rules === undefined) return undefined;
  for (const rule of rules) {
    if (rule.open.length > 1 && !text.startsWith(rule.open, index)) continue;
    if (rule.kind === 'line') {
      if (rule.spaced && index > 0 && !isSpace(text.charCodeAt(index - 1))) continue;
      if (rule.unless >= 0 && text.charCodeAt(index + 1) === rule.unless) continue;
    }
    return rule;
  }
  return undefined;
}

function isKeyword(compiled: CompiledSyntax, text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length > compiled.keywords.longest) return false;
  const bucket = compiled.keywords.buckets[keywordBucket(length, text.charCodeAt(start))];
  if (bucket === undefined) return false;
  if (compiled.syntax.anyCase) return bucket.includes(text.slice(start, end).toLowerCase());
  for (const word of bucket) if (text.startsWith(word, start)) return true;
  return false;
}

/** The index after `</name>`, or the same index when no closing tag stands there. */
function skipClosingTag(text: string, index: number): number {
  if (text.charCodeAt(index) !== less || text.charCodeAt(index + 1) !== slash) return index;
  let at = index + 2;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === greater) return at + 1;
    if (!isLetter(code) && !isDigit(code) && code !== 45 && code !== 46 && code !== 58 && !isSpace(code)) return index;
  }
  return index;
}

function startsWithWord(text: string, index: number, word: string): boolean {
  const end = index + word.length;
  if (text.length < end || text.slice(index, end).toLowerCase() !== word) return false;
  return text.length === end || isSpace(text.charCodeAt(end));
}

/** A line torn out of its file: the body or the end of a block comment, as its writing shows. */
function looksLikeCommentBody(compiled: CompiledSyntax, text: string, index: number): boolean {
  if (compiled.starBody && text.charCodeAt(index) === star) {
    const next = text.charCodeAt(index + 1);
    if (index + 1 >= text.length || next === slash || next === star || isSpace(next)) return true;
  }
  const { block, docstrings, column } = compiled.syntax;
  if (docstrings) {
    const quote = 'rRuU'.includes(text.charAt(index)) ? index + 1 : index;
    if (text.startsWith('"""', quote) || text.startsWith("'''", quote)) {
      const close = text.indexOf(text.slice(quote, quote + 3), quote + 3);
      return close < 0 || skipSpace(text, close + 3) === text.length;
    }
  }
  if (index === 0 && column?.some(([open, close]) => text.startsWith(open) || text.startsWith(close))) return true;
  if (block === undefined) return false;
  const end = endOfText(text);
  for (const [open, close] of block) {
    if (close !== '*/' && close !== '-->') continue;
    if (text.startsWith(close, end - close.length) && !text.includes(open, index)) return true;
  }
  return false;
}

/** What the text from an index on is, when code may stand there. Reads on only until the first real code. */
export function classifyFrom(compiled: CompiledSyntax, text: string, from: number, torn: boolean): LineKind {
  let index = skipSpace(text, from);
  if (index === text.length) return 'blank';
  const { lineWords, tags } = compiled.syntax;
  if (lineWords?.some((word) => startsWithWord(text, index, word))) return 'comment';
  if (torn && looksLikeCommentBody(compiled, text, index)) return 'comment';
  let commented = false;
  let worded = false;
  let quoted = false;
  let marked = false;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (isSpace(code)) {
      index++;
      continue;
    }
    const rule = quoted ? undefined : ruleAt(compiled.comments, text, index);
    if (rule?.kind === 'line') {
      commented = true;
      break;
    }
    if (rule?.kind === 'block') {
      commented = true;
      const close = text.indexOf(rule.close, index + rule.open.length);
      if (close < 0) break;
      index = close + rule.close.length;
      continue;
    }
    if (tags && code === less) {
      const after = skipClosingTag(text, index);
      if (after > index) {
        marked = true;
        index = after;
        continue;
      }
    }
    if (isLetter(code)) {
      const start = index;
      const limit = Math.min(text.length, start + compiled.keywords.longest + 1);
      while (index < limit && (isLetter(text.charCodeAt(index)) || isDigit(text.charCodeAt(index)))) index++;
      if (quoted || !isKeyword(compiled, text, start, index)) return 'code';
      worded = true;
      continue;
    }
    if (isDigit(code) || code > 127 || code === 36) return 'code';
    if (isQuote(code)) {
      if (worded) return 'code';
      quoted = true;
    }
    marked = true;
    index++;
  }
  if (worded) return 'keyword';
  return marked || !commented ? 'punctuation' : 'comment';
}
