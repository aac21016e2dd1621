import { isSpace, ruleAt, skipSpace } from './line-kind.ts';
import type { CompiledSyntax, Rule } from './syntax/compiled-syntax.ts';

/**
 * Reads a file's lines in order and knows at each line's end what it leaves open: a block comment, a
 * docstring, a long string, a template's `${`. Every character is looked at once; a search that fails ends
 * the line or is not tried again on it, so a line costs its length whatever it holds.
 */
export type Mode = 'code' | 'comment' | 'string' | 'docstring';

export type LineScanner = {
  readonly mode: () => Mode;
  /** Where, on the line last scanned, what an earlier line left open ended; -1 if it did not. */
  readonly resumedAt: () => number;
  /** Whether a docstring began on the line last scanned. */
  readonly openedDocstring: () => boolean;
  /** Scans a line; when handed `hidden`, adds the start and end of each comment and string to it. */
  readonly scan: (text: string, hidden?: number[]) => void;
};

const deepestTemplate = 64;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const beforeArgument = '(,=[{+\\%';
const beforeRegex = '(,=:[!&|?{};+-*%<>~^';

function endOfRegex(text: string, index: number): number {
  let inClass = false;
  for (let at = index + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === 47 && !inClass) return at + 1;
  }
  return -1;
}

function mayStartRegex(text: string, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && isSpace(text.charCodeAt(at))) at--;
  if (at < 0) return true;
  if (text.endsWith('return', at + 1)) return true;
  return beforeRegex.includes(text.charAt(at));
}

function endOfCharacter(text: string, index: number): number {
  if (text.charCodeAt(index + 1) !== backslash) return text.charAt(index + 2) === "'" ? index + 3 : index + 1;
  for (let at = index + 3; at < index + 14; at++) if (text.charAt(at) === "'") return at + 1;
  return index + 1;
}

export function createLineScanner(compiled: CompiledSyntax): LineScanner {
  const { rules, syntax } = compiled;
  const templates: number[] = [];
  let mode: Mode = 'code';
  let open: Rule | undefined;
  let depth = 0;
  let resumed = -1;
  let docstringOpened = false;
  let lastCode = '';

  /** The index after the end of the open comment, or the line's length if it stays open. */
  function endOfBlock(text: string, from: number, rule: Rule & { kind: 'block' }): number {
    if (!rule.nested) {
      const close = text.indexOf(rule.close, from);
      if (close < 0) return text.length;
      depth = 0;
      return close + rule.close.length;
    }
    let at = from;
    const first = rule.close.charCodeAt(0);
    const second = rule.open.charCodeAt(0);
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === first && text.startsWith(rule.close, at)) {
        at += rule.close.length;
        depth--;
        if (depth === 0) return at;
      } else if (code === second && text.startsWith(rule.open, at)) {
        at += rule.open.length;
        depth++;
      } else at++;
    }
    return at;
  }

  function endOfQuote(text: string, from: number, rule: Rule & { kind: 'quote' }): number {
    const { quote } = rule;
    const first = quote.close.charCodeAt(0);
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === backslash && quote.escapes) at++;
      else if (quote.doubles && code === first && text.charCodeAt(at + 1) === first) at++;
      else if (code === first && (quote.close.length === 1 || text.startsWith(quote.close, at))) {
        open = undefined;
        return at + quote.close.length;
      } else if (quote.interpolates && code === 36 && text.charCodeAt(at + 1) === openBrace) {
        if (templates.length >= deepestTemplate) continue;
        templates.push(0);
        open = undefined;
        return at + 2;
      }
    }
    if (!quote.lines) open = undefined;
    return text.length;
  }

  function continueOpen(text: string, from: number, rule: Rule): number {
    if (rule.kind === 'block') {
      const end = endOfBlock(text, from, rule);
      if (depth === 0) open = undefined;
      return end;
    }
    return rule.kind === 'quote' ? endOfQuote(text, from, rule) : from;
  }

  function startsStatement(text: string, index: number): boolean {
    if (lastCode !== '' && beforeArgument.includes(lastCode)) return false;
    const first = skipSpace(text, 0);
    const prefixed = first === index - 1 && 'rRuU'.includes(text.charAt(first));
    return first === index || prefixed || text.startsWith('@doc', first) || text.startsWith('@moduledoc', first);
  }

  /** Follows a template's braces; true when the template's text goes on after this one. */
  function closesTemplate(code: number): boolean {
    const last = templates.length - 1;
    const braces = templates[last];
    if (braces === undefined) return false;
    if (code === openBrace) templates[last] = braces + 1;
    else if (code === closeBrace && braces > 0) templates[last] = braces - 1;
    else if (code === closeBrace) {
      templates.pop();
      return true;
    }
    return false;
  }

  const templateRule = rules[96]?.find((rule) => rule.kind === 'quote' && rule.quote.interpolates);

  function scan(text: string, hidden?: number[]): void {
    let at = 0;
    let regexFailed = false;
    let codeEnd = text.length;
    resumed = -1;
    docstringOpened = false;
    if (open !== undefined) {
      at = continueOpen(text, 0, open);
      hidden?.push(0, at);
      if (open !== undefined) return;
      mode = 'code';
      resumed = at;
    }
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (templates.length > 0 && (code === openBrace || code === closeBrace) && closesTemplate(code)) {
        open = templateRule;
        const end = templateRule === undefined ? at + 1 : continueOpen(text, at + 1, templateRule);
        hidden?.push(at, end);
        at = end;
        continue;
      }
      const rule = code < 128 && rules[code] !== undefined ? ruleAt(rules, text, at) : undefined;
      if (rule === undefined) {
        at++;
        continue;
      }
      if (rule.kind === 'line') {
        hidden?.push(at, text.length);
        codeEnd = at;
        break;
      }
      if (rule.kind === 'character') {
        const end = endOfCharacter(text, at);
        if (end > at + 1) hidden?.push(at, end);
        at = end;
        continue;
      }
      if (rule.kind === 'slash') {
        const end = regexFailed || !mayStartRegex(text, at) ? -1 : endOfRegex(text, at);
        if (end > 0) hidden?.push(at, end);
        else if (mayStartRegex(text, at)) regexFailed = true;
        at = end > 0 ? end : at + 1;
        continue;
      }
      const documents =
        syntax.docstrings === true && rule.open.length === 3 && rule.kind === 'quote' && startsStatement(text, at);
      if (documents) docstringOpened = true;
      open = rule;
      depth = 1;
      const start = at;
      at = continueOpen(text, at + rule.open.length, rule);
      hidden?.push(start, at);
      if (open !== undefined) mode = rule.kind === 'block' ? 'comment' : documents ? 'docstring' : 'string';
      else if (documents) resumed = at;
    }
    if (open !== undefined && mode === 'code') mode = 'string';
    if (syntax.docstrings) {
      let last = codeEnd - 1;
      while (last >= 0 && isSpace(text.charCodeAt(last))) last--;
      if (last >= 0) lastCode = text.charAt(last);
    }
  }

  return { mode: () => mode, resumedAt: () => resumed, openedDocstring: () => docstringOpened, scan };
}
