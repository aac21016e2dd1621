import { type CommitFacts, readFacts, writeKey } from '../store/sha-facts.ts';
import type { CommitKey } from './commit-name.ts';

/**
 * Facts of very many commits, each a line of text in the order of keys: a tenth of what objects would take. A line has the digits of the key,
 * then the facts, `name=value`, with commas between them.
 */
export interface PackedFacts {
  lines: Buffer;
  /** Where each line begins, and the last one ends. */
  starts: Uint32Array;
}

export function packFacts(lines: string[]): PackedFacts {
  const sorted = lines.toSorted();
  const starts = new Uint32Array(sorted.length + 1);
  let end = 0;
  for (const [index, line] of sorted.entries()) {
    end += line.length;
    starts[index + 1] = end;
  }
  return { lines: Buffer.from(sorted.join(''), 'latin1'), starts };
}

export function findFacts(packed: PackedFacts, key: CommitKey, scoreVersion: number): CommitFacts | null {
  const digits = writeKey(key);
  const line = textAt(packed, firstOf(packed, digits));
  if (!line.startsWith(digits)) return null;
  const facts = line
    .slice(digits.length)
    .split(',')
    .map((fact) => fact.split('='));
  return readFacts(
    key,
    facts.map(([name = '']) => name),
    facts.map(([, value = '']) => value),
    scoreVersion,
  );
}

function textAt({ lines, starts }: PackedFacts, index: number, length?: number): string {
  const start = starts[index] ?? lines.length;
  return lines.toString('latin1', start, length === undefined ? starts[index + 1] : start + length);
}

/** The first line whose key is this or comes behind it. */
function firstOf(packed: PackedFacts, digits: string): number {
  let [from, until] = [0, packed.starts.length - 1];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (textAt(packed, middle, digits.length) < digits) from = middle + 1;
    else until = middle;
  }
  return from;
}
