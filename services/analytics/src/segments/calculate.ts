import type { Formula } from './formula.ts';

/** Lengths of an interval that formulas use beside measures. */
export interface Lengths {
  days: number;
  workingDays: number;
}

/** A formula over measures by their places, as the engine would calculate it; null where it divides by nothing. */
export type Calculation = (measured: readonly (number | null)[], lengths: Lengths) => number | null;

type Token = string | { readonly name: string };

/** Null where the formula is more than sums, products and quotients. */
export function readFormula({ parts }: Formula, places: ReadonlyMap<string, number>): Calculation | null {
  const tokens: Token[] = [];
  for (const part of parts) {
    if (typeof part === 'object') tokens.push(part);
    else {
      const found = part.match(/\d+|[A-Za-z_]\w*|\S/g);
      tokens.push(...(found ?? []));
    }
  }
  const reader = createReader(tokens, places);
  const read = reader.sum();
  return read && reader.isAtEnd() ? read : null;
}

function createReader(tokens: readonly Token[], places: ReadonlyMap<string, number>) {
  let at = 0;
  const take = (text: string): boolean => {
    if (tokens[at] !== text) return false;
    at++;
    return true;
  };
  const sum = (): Calculation | null => operations(product, ['+', '-']);
  const product = (): Calculation | null => operations(value, ['*', '/']);

  /** From the left to the right, as the engine does. */
  function operations(operand: () => Calculation | null, signs: readonly Sign[]): Calculation | null {
    let left = operand();
    for (let sign = nextOf(signs); left && sign; sign = nextOf(signs)) {
      const right = operand();
      left = right && combine(left, sign, right);
    }
    return left;
  }
  function nextOf(signs: readonly Sign[]): Sign | undefined {
    return signs.find((sign) => take(sign));
  }
  function value(): Calculation | null {
    const token = tokens[at];
    if (token === undefined) return null;
    if (typeof token === 'object') {
      at++;
      return named(token.name);
    }
    if (/^\d+$/.test(token)) {
      at++;
      const number = Number(token);
      return () => number;
    }
    if (take('(')) return closed(sum());
    if (!take('nullIf') || !take('(')) return null;
    const inner = sum();
    return inner && take(',') && take('0') ? closed(unlessZero(inner)) : null;
  }
  const closed = (inner: Calculation | null): Calculation | null => (inner && take(')') ? inner : null);
  function named(name: string): Calculation | null {
    const place = places.get(name);
    if (place !== undefined) return (measured) => measured[place] ?? null;
    if (name === 'days') return (_, { days }) => days;
    return name === 'working_days' ? (_, { workingDays }) => workingDays : null;
  }
  return { sum, isAtEnd: () => at === tokens.length };
}

type Sign = '+' | '-' | '*' | '/';

const APPLY: Record<Sign, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

function combine(left: Calculation, sign: Sign, right: Calculation): Calculation {
  const apply = APPLY[sign];
  return (measured, lengths) => {
    const one = left(measured, lengths);
    const other = right(measured, lengths);
    return one === null || other === null ? null : apply(one, other);
  };
}

const unlessZero =
  (inner: Calculation): Calculation =>
  (measured, lengths) =>
    inner(measured, lengths) || null;
