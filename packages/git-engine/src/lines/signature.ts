/**
 * A line in a form that compares fast. White space does not count. `bits` marks which pairs of neighbouring characters
 * occur, hashed into 256 places; the share of common places tells how alike two lines are.
 */
export type Signature = {
  /** The text without white space. */
  readonly bare: string;
  readonly bits: Uint32Array;
  readonly count: number;
};

const WORDS = 8;
const LONGEST = 400;

export function signatureOf(bare: string): Signature {
  const bits = new Uint32Array(WORDS);
  const end = Math.min(bare.length, LONGEST);
  let previous = 0;
  for (let index = 0; index < end; index++) {
    const code = bare.charCodeAt(index);
    const place = (Math.imul(previous, 31) + code) & 255;
    const word = place >>> 5;
    bits[word] = (bits[word] ?? 0) | (1 << (place & 31));
    previous = code;
  }
  let count = 0;
  for (let word = 0; word < WORDS; word++) count += ones(bits[word] ?? 0);
  return { bare, bits, count };
}

/** 0 for nothing in common to 1 for the same characters but for white space. */
export function likeness(a: Signature, b: Signature): number {
  if (a.bare === b.bare) return 1;
  const total = a.count + b.count;
  if (total === 0 || 2 * Math.min(a.count, b.count) < LIKE * total) return 0;
  let common = 0;
  for (let word = 0; word < WORDS; word++) common += ones((a.bits[word] ?? 0) & (b.bits[word] ?? 0));
  return Math.min(0.99, (2 * common) / total);
}

/** From here on two lines count as versions of one. */
export const LIKE = 0.5;

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const SPACE = /\s+/g;

export function withoutSpace(text: string): string {
  return text.replace(SPACE, '');
}
