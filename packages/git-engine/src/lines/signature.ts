/**
 * Lines in a form that compares fast. White space does not count. `bits` marks for each line which pairs of neighbouring
 * characters occur, hashed into 256 places; the share of common places measures how alike two lines are.
 */
export type Signatures = {
  /** The texts without white space. */
  readonly bares: readonly string[];
  /** Eight words a line. */
  readonly bits: Uint32Array;
  /** How many places are marked; 0 for an empty line. */
  readonly counts: Uint16Array;
};

/** Where signatures are written. Hunks are many and mostly small: a buffer for each would cost more than they do. */
export type SignatureBuffer = Pick<Signatures, 'bits' | 'counts'>;

export function signatureBuffer(lines: number): SignatureBuffer {
  return { bits: new Uint32Array(WORDS * lines), counts: new Uint16Array(lines) };
}

const WORDS = 8;
const LONGEST = 400;

/** Overwrites what the buffer held. */
export function signaturesOf(bares: readonly string[], { bits, counts }: SignatureBuffer): Signatures {
  bits.fill(0, 0, WORDS * bares.length);
  for (let line = 0; line < bares.length; line++) {
    const bare = bares[line] ?? '';
    const first = WORDS * line;
    const end = Math.min(bare.length, LONGEST);
    let previous = 0;
    for (let index = 0; index < end; index++) {
      const code = bare.charCodeAt(index);
      const place = (Math.imul(previous, 31) + code) & 255;
      const word = first + (place >>> 5);
      bits[word] = (bits[word] ?? 0) | (1 << (place & 31));
      previous = code;
    }
    let count = 0;
    for (let word = first; word < first + WORDS; word++) count += ones(bits[word] ?? 0);
    counts[line] = count;
  }
  return { bares, bits, counts };
}

/** 1 for two lines of the same characters but for white space; 0 for those too unlike to be versions of one. */
export function likeness(a: Signatures, line: number, b: Signatures, other: number): number {
  const countA = a.counts[line] ?? 0;
  const countB = b.counts[other] ?? 0;
  if (countA === 0 || countB === 0) return 0;
  if (a.bares[line] === b.bares[other]) return 1;
  const total = countA + countB;
  if (2 * Math.min(countA, countB) < LIKE * total) return 0;
  let common = 0;
  for (let word = 0; word < WORDS; word++) {
    common += ones((a.bits[WORDS * line + word] ?? 0) & (b.bits[WORDS * other + word] ?? 0));
  }
  const alike = Math.min(0.99, (2 * common) / total);
  return alike < LIKE ? 0 : alike;
}

/** From here on two lines count as versions of one. */
const LIKE = 0.5;

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const SPACE = /\s+/g;

export function withoutSpace(text: string): string {
  return text.replace(SPACE, '');
}
