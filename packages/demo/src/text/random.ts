/** A small seeded generator (mulberry32): the same seed gives the same organization. */
export type Random = ReturnType<typeof seededRandom>;

export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + next() * (high - low);
  const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  };
  return {
    between,
    whole,
    pick,
    chance: (probability: number): boolean => next() < probability,
    weighted: <T>(items: readonly (readonly [T, number])[]): T => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left <= 0) return item;
      }
      return pick(items)[0];
    },
    /** An own generator for a part, so that a change in one part leaves the others as they were. */
    fork: (name: string) =>
      seededRandom(
        [...name].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), seed ^ 0x811c9dc5),
      ),
  };
}
