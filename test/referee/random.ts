/** Numbers that follow from a seed alone. */
export interface Random {
  /** From 0 up to and without `end`. */
  below(end: number): number;
  /** Both ends included. */
  between(first: number, last: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Each item with the given chance, in their order. */
  some<T>(items: readonly T[], share: number): T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    between: (first, last) => first + below(last - first + 1),
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    some: (items, share) => items.filter(() => next() < share),
  };
}
