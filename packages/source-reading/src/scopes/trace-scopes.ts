import { maskLines } from './mask-lines.ts';
import { type Header, readHeader } from './read-header.ts';
import { type ScopeGrammar, scopeGrammars } from './scope-grammars.ts';

/**
 * Finds the function and class of each line by indentation: a scope lasts from its header while lines are
 * indented deeper, or stand level with it and only close or continue it.
 *
 *   class Cart {            <- header, level 0
 *     add(                  <- header, level 2
 *       item,                  deeper: inside
 *     ) {                      level, but starts with a closing mark: still the header
 *       this.items.push(item)
 *     }                        level and closes: the last line of add
 *   }
 *
 * Real code is indented, and this way unbalanced braces of macros, templates and regular expressions lead
 * nobody astray. Comments and strings are blanked first, and lines that hold nothing else end no scope.
 */
export type Scope = {
  readonly functionName: string | null;
  readonly className: string | null;
  readonly kind: Header['kind'];
  readonly level: number;
  /** The first line of its header, with decorators and return type, and the last line of the header. */
  readonly firstLine: number;
  readonly headerLine: number;
  readonly parent: Scope | null;
  readonly weakClass: boolean;
};

export type ScopeTrace = {
  readonly scopes: readonly (Scope | null)[];
  readonly hidden: Uint8Array;
  readonly code: readonly string[];
};

const tabWidth = 8;
const longestHeaderLines = 12;
const continues =
  /^(?:[})\]{]|->|=>|(?:public|private|protected|signals|Q_\w+|slots)\b[\w\s]*:|(?:end|else|elsif|elif|rescue|ensure|catch|except|finally|fi|done|esac|where|until|throws|extends|implements)\b(?!\s*[=.[]))/;
const label = /^\w+:$/;
const closes = /^(?:\}|end\b(?!\s*[=(.[:]))/;
const opensAgain = /[{(,[]\s*$/;
const decorates = /^(?:@|\[[\w<]|#\[|template\s*<)/;

function levelOf(line: string): number {
  let level = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 32) level++;
    else if (code === 9) level += tabWidth - (level % tabWidth);
    else break;
  }
  return level;
}

/** A header with its continuation: joined until its parentheses close and, where a body decides, until `{` or `;`. */
function joinHeader(code: readonly string[], index: number, untilBody: boolean): { text: string; last: number } {
  let text = '';
  let depth = 0;
  let last = index;
  const limit = Math.min(code.length, index + longestHeaderLines);
  for (let at = index; at < limit; at++) {
    const line = (code[at] ?? '').trim();
    if (line.startsWith('#') && at > index) continue;
    text = at === index ? line : `${text} ${line}`;
    last = at;
    let decided = false;
    for (let mark = 0; mark < line.length; mark++) {
      const character = line.charCodeAt(mark);
      if (character === 40) depth++;
      else if (character === 41) depth--;
      else if (depth <= 0 && (character === 123 || character === 59)) decided = true;
    }
    if (depth <= 0 && (decided || !untilBody)) break;
    if (text.length > 400) break;
  }
  return { text, last };
}

function enter(
  header: Header,
  parent: Scope | null,
  base: string | null,
  level: number,
  firstLine: number,
  headerLine: number,
): Scope {
  const inherited = parent?.className ?? base;
  const isFunction = header.kind === 'function';
  const named = header.kind === 'class' || parent === null || parent.weakClass ? header.name : inherited;
  return {
    functionName: isFunction ? header.name : null,
    className: isFunction ? (header.owner ?? inherited) : named,
    kind: header.kind,
    level,
    firstLine,
    headerLine,
    parent,
    weakClass: isFunction ? (parent?.weakClass ?? true) : header.kind === 'module',
  };
}

/** The first line of what belongs to a header: decorators, attributes, a return type on its own line. */
function firstLineOf(
  code: readonly string[],
  hidden: Uint8Array,
  index: number,
  level: number,
  grammar: ScopeGrammar,
): number {
  let first = index;
  for (let at = index - 1; at >= 0 && index - at < longestHeaderLines; at--) {
    const line = code[at] ?? '';
    const text = line.trim();
    if (text === '' || hidden[at] !== 0 || levelOf(line) < level) break;
    // Arguments of a decorator that runs over several lines.
    if (levelOf(line) > level) continue;
    const type = grammar.shaped === 'typed' && at === index - 1 && /^[\w\s*&:<>,]+$/.test(text) && !/[:,]$/.test(text);
    if ((!decorates.test(text) && !type) || grammar.flatModules?.test(text)) break;
    first = at;
  }
  return first;
}

const endsAtOnce = /(?:\}[;,]?|;)\s*$/;

/** Whether a header holds its whole body, or has none. */
function isWhole(text: string): boolean {
  if (!endsAtOnce.test(text)) return false;
  let braces = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === 123) braces++;
    else if (mark === 125) braces--;
  }
  return braces === 0;
}

/** The innermost scope that a line of this level can stand in, from the last open one up to the outer. */
function holderOf(last: Scope | null, outer: Scope | null, level: number): Scope | null {
  let holder = last;
  while (holder !== null && holder !== outer && holder.level >= level) holder = holder.parent;
  return holder;
}

export function traceScopes(lines: readonly string[], language: string | null): ScopeTrace | null {
  const grammar = language === null ? undefined : scopeGrammars[language];
  if (grammar === undefined) return null;
  const { code, hidden } = maskLines(lines, language, grammar.heredocs);
  const scopes = new Array<Scope | null>(lines.length).fill(null);
  let top: Scope | null = null;
  let before: Scope | null = null;
  let base: Scope | null = null;
  let closed = false;
  let unassigned = 0;
  let headerEnd = -1;
  let inDirective = false;

  /**
   * Lines without code: blank ones go with what follows, a comment or docstring stays with what it is
   * indented under, and the rest of a long string or comment with its first line.
   */
  function assignHidden(from: number, to: number, last: Scope | null, next: Scope | null): void {
    let holder = next;
    for (let at = to - 1; at >= from; at--) {
      if (hidden[at] === 1) holder = holderOf(last, next, levelOf(lines[at] ?? ''));
      scopes[at] = holder ?? base;
    }
    for (let at = Math.max(from, 1); at < to; at++) if (hidden[at] === 2) scopes[at] = scopes[at - 1] ?? null;
  }

  for (let index = 0; index < lines.length; index++) {
    const line = code[index] ?? '';
    const text = line.trim();
    if (text === '') continue;
    const level = levelOf(line);
    const directive: boolean = grammar.preprocessor === true && (inDirective || text.startsWith('#'));
    inDirective = directive && text.endsWith('\\');
    const inHeader = directive || index <= headerEnd;
    if (!inHeader) {
      if (closed && top !== null) top = top.parent;
      before = top;
      closed = false;
      const goesOn = continues.test(text) || (grammar.preprocessor === true && label.test(text));
      while (top !== null && (level < top.level || (level === top.level && !goesOn))) top = top.parent;
    }
    assignHidden(unassigned, index, before, top);
    scopes[index] = top ?? base;
    unassigned = index + 1;
    if (inHeader) continue;
    if (grammar.flatEnd?.test(text)) base = null;
    const flat: string | undefined = grammar.flatModules?.exec(text)?.groups?.name;
    if (flat !== undefined) {
      base = enter({ kind: 'class', name: flat, owner: null }, null, null, -1, index, index);
      scopes[index] = base;
    } else if (top === null || top.kind !== 'function' || grammar.nested === true) {
      const joined =
        text.includes('(') || text.startsWith('template')
          ? joinHeader(code, index, grammar.shaped === 'typed')
          : { text, last: index };
      const header = readHeader(grammar, joined.text);
      if (header !== null) {
        const first = firstLineOf(code, hidden, index, level, grammar);
        top = enter(header, top, base?.className ?? null, level, first, joined.last);
        scopes.fill(top, first, index + 1);
        headerEnd = joined.last;
        closed = isWhole(joined.text);
        continue;
      }
    }
    if (top !== null && level === top.level && closes.test(text) && !opensAgain.test(text)) closed = true;
  }
  assignHidden(unassigned, lines.length, closed ? (top?.parent ?? null) : top, null);
  return { scopes, hidden, code };
}
