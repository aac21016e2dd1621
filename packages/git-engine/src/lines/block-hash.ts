import type { LineKind } from '../facts.ts';

/** How many meaningful lines make a block. */
export const BLOCK_LINES = 5;
/** A block with more lines than this from its first to its last (blank ones between) is none. */
export const WIDEST_BLOCK = 63;

export type Block = { readonly line: number; readonly span: number; readonly hash: number };

/** The blocks that start in a run of added lines: each meaningful line with its next four. */
export function blocksOf(bares: readonly string[], kinds: readonly LineKind[]): Block[] {
  const meaningful: number[] = [];
  for (let line = 0; line < bares.length; line++) {
    if (kinds[line] === 'code' && (bares[line]?.length ?? 0) >= SHORTEST) meaningful.push(line);
  }
  const blocks: Block[] = [];
  for (let first = 0; first + BLOCK_LINES <= meaningful.length; first++) {
    const line = meaningful[first] ?? 0;
    const span = (meaningful[first + BLOCK_LINES - 1] ?? line) - line + 1;
    if (span > WIDEST_BLOCK) continue;
    let hash = FRESH;
    for (let next = 0; next < BLOCK_LINES; next++) hash = extend(hash, bares[meaningful[first + next] ?? 0] ?? '');
    blocks.push({ line, span, hash: hash.high * 2 ** 21 + (hash.low >>> 11) });
  }
  return blocks;
}

/** A name's hash, for the index of definitions. */
export function nameHash(name: string): number {
  const hash = extend(FRESH, name);
  return hash.high * 2 ** 21 + (hash.low >>> 11);
}

const SHORTEST = 3;
const FRESH = { high: 0x811c9dc5, low: 0x9e3779b9 };

/** Two independent 32-bit hashes over the characters; together 53 bits, so that a hash is an exact number. */
function extend(hash: { high: number; low: number }, text: string): { high: number; low: number } {
  let { high, low } = hash;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 13);
  }
  high = Math.imul(high ^ 0x0a, 0x01000193);
  return { high: high >>> 0, low: Math.imul(low ^ (low >>> 16), 0xc2b2ae35) >>> 0 };
}
