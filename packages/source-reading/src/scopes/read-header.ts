import type { ScopeGrammar } from './scope-grammars.ts';

export type Header = {
  readonly kind: 'function' | 'class' | 'module';
  readonly name: string;
  readonly owner: string | null;
};

const longestHeader = 400;

/** Words before a parenthesis that are no function's name. */
const noNames = {
  typed: new Set(
    'if else for foreach while switch catch return throw new do using lock fixed sizeof typeof await yield when synchronized try case defined alignof decltype alignas noexcept requires static_assert super this function'.split(
      ' ',
    ),
  ),
  method: new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'function', 'return', 'super']),
};

/** The index of the parenthesis that closes the one at `open`, or -1. */
function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === 40) depth++;
    else if (mark === 41 && --depth === 0) return at;
  }
  return -1;
}

const arrowAfter = /^\s*(?::[^=]*)?=>/;

function isArrow(text: string, open: number): boolean {
  const close = closingParenthesis(text, open);
  return close > 0 && arrowAfter.test(text.slice(close + 1));
}

function firstMatch(
  patterns: readonly RegExp[] | undefined,
  text: string,
): { name: string; owner: string | null } | null {
  for (const pattern of patterns ?? []) {
    const found = pattern.exec(text);
    const name = found?.groups?.name;
    if (found === null || name === undefined) continue;
    if (found.groups?.parameters !== undefined && !isArrow(text, found[0].length - 1)) continue;
    return { name, owner: found.groups?.owner ?? null };
  }
  return null;
}

const nameBefore =
  /((?:[\w$]+(?:<[^<>()]*>)?::)*(?:~?#?[\w$]+|operator\s*(?:\(\)|[^\s\w(]{1,3})))\s*(?:<[^()<>]*(?:<[^()<>]*>[^()<>]*)*>)?\s*$/;
const capitals = /^[A-Z][A-Z0-9_]+$/;
const attribute = /^__(?:attribute__|attribute|declspec|asm__|asm|nonnull|typeof__|alignof__|extension__)$/;
const macroArguments = /^\s*\w+\s*(?:,\s*\w+\s*)*$/;
const notBefore =
  /(?:^|[^=!<>])=(?!=)|\b(?:return|throw|else|case|await|yield|delete)\b|\bnew\s+$|(?:->|[-+/%|:!,(])\s*$/;
const methodBefore =
  /^(?:(?:public|private|protected|static|async|override|readonly|abstract|get|set|declare|export|default)\s+)*\*?\s*$/;

/** What follows `template <…>`. */
function afterTemplate(text: string): string {
  const start = /^template\s*</.exec(text);
  if (start === null) return text;
  let depth = 0;
  for (let at = start[0].length - 1; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === 60) depth++;
    else if (mark === 62 && text.charCodeAt(at - 1) !== 45 && --depth === 0) return text.slice(at + 1).trimStart();
  }
  return text;
}

/** A function by its shape: `type name(arguments) {`, where the body's brace comes before any `;`. */
function readShape(
  text: string,
  shape: 'typed' | 'method',
  needsBody: boolean,
): { name: string; owner: string | null } | null {
  for (let open = text.indexOf('('); open >= 0; open = text.indexOf('(', open + 1)) {
    const close = closingParenthesis(text, open);
    const before = text.slice(0, open);
    const found = nameBefore.exec(before);
    if (found === null) {
      if (close < 0) return null;
      open = close;
      continue;
    }
    const whole = found[1] ?? '';
    const prefix = before.slice(0, found.index);
    if (whole === 'operator' && close === open + 1) {
      return { name: 'operator()', owner: null };
    }
    const macro = close > 0 && capitals.test(whole) && /^\s*[A-Za-z_>]/.test(text.slice(close + 1));
    const annotation = macro || prefix.endsWith('@') || attribute.test(whole) || /\[[^\]]*$/.test(prefix);
    if (annotation && close > 0) {
      open = close;
      continue;
    }
    if (noNames[shape].has(whole) || /^\d/.test(whole)) return null;
    if (shape === 'method' ? !methodBefore.test(prefix) : notBefore.test(prefix)) return null;
    if (shape === 'method' && (close < 0 || !/^\s*(?::[\s\S]*)?\{/.test(text.slice(close + 1)))) return null;
    if (close >= 0 && needsBody) {
      const rest = text.slice(close + 1);
      const end = rest.search(/[{;]/);
      if (end < 0 || rest.charAt(end) === ';') return null;
      if (/^\s*(?:=(?!>)|[.,?&|]|=>)/.test(rest)) return null;
    } else if (needsBody) return null;
    const split = whole.lastIndexOf('::');
    const name = split < 0 ? whole : whole.slice(split + 2);
    const owner = split < 0 ? null : (whole.slice(0, split).split('::').pop()?.replace(/<.*$/, '') ?? null);
    const inside = close < 0 ? '' : text.slice(open + 1, close);
    if (capitals.test(name) && prefix.trim() === '' && macroArguments.test(inside)) {
      return { name: inside.replace(/\s+/g, '').replaceAll(',', '.'), owner };
    }
    return { name, owner };
  }
  return null;
}

/** What a logical line announces, if anything. A torn line (a hunk's header) need not show a body. */
export function readHeader(grammar: ScopeGrammar, logical: string, torn = false): Header | null {
  const text = (logical.length > longestHeader ? logical.slice(0, longestHeader) : logical).trim();
  if (text === '' || grammar.hint?.test(text) === false) return null;
  const named = firstMatch(grammar.functions, text);
  if (named !== null) return { kind: 'function', ...named };
  const type = firstMatch(grammar.classes, text);
  if (type !== null) return { kind: 'class', ...type };
  const module = firstMatch(grammar.modules, text);
  if (module !== null) return { kind: 'module', ...module };
  if (grammar.flatModules !== undefined && torn) {
    const flat = firstMatch([grammar.flatModules], text);
    if (flat !== null) return { kind: 'class', ...flat };
  }
  if (grammar.shaped === undefined || (torn && text.endsWith(';'))) return null;
  // Most lines with a parenthesis are calls: without a body there is nothing to look for.
  if (!torn && !text.includes('{') && !text.includes('operator')) return null;
  const shaped = readShape(afterTemplate(text), grammar.shaped, !torn);
  return shaped === null ? null : { kind: 'function', ...shaped };
}
