import type { LineKind } from '../facts.ts';

/** How many meaningful lines make a block. */
export const BLOCK_LINES = 5;
/** A block with more lines than this from its first to its last (blank ones between) is none. */
export const WIDEST_BLOCK = 63;

export type Block = { readonly line: number; readonly span: number; readonly hash: number };

/** The blocks that start in a run of added lines: each meaningful line with its next four. Lines are without white space. */
export function blocksOf(bares: readonly string[], kinds: readonly LineKind[]): Block[] {
  if (bares.length < BLOCK_LINES) return [];
  const meaningful: number[] = [];
  const hashes: Hash[] = [];
  for (const [line, bare] of bares.entries()) {
    if (kinds[line] !== 'code' || bare.length < SHORTEST) continue;
    meaningful.push(line);
    hashes.push(hashOf(bare));
  }
  const blocks: Block[] = [];
  for (let first = 0; first + BLOCK_LINES <= meaningful.length; first++) {
    const line = meaningful[first] ?? 0;
    const span = (meaningful[first + BLOCK_LINES - 1] ?? line) - line + 1;
    if (span > WIDEST_BLOCK) continue;
    let high = 0;
    let low = 0;
    for (let next = first; next < first + BLOCK_LINES; next++) {
      high = Math.imul(high ^ (hashes[next]?.high ?? 0), 0x01000193) + next - first;
      low = Math.imul(low + (hashes[next]?.low ?? 0), 0x85ebca6b) ^ (low >>> 13);
    }
    blocks.push({ line, span, hash: joined({ high, low }) });
  }
  return blocks;
}

/** A name's hash, for the index of definitions. */
export function nameHash(name: string): number {
  return joined(hashOf(name));
}

const SHORTEST = 3;

type Hash = { readonly high: number; readonly low: number };

/** Two independent 32-bit hashes; joined 53 bits, so that a hash is an exact number. */
function hashOf(text: string): Hash {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 13);
  }
  return { high, low: Math.imul(low ^ (low >>> 16), 0xc2b2ae35) };
}

function joined({ high, low }: Hash): number {
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}
