import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { takenUserNames } from '../../store/committers.ts';

export interface UserNames {
  /** The proposed name, or the first free one with a number behind it; it is taken from then on. */
  assign(proposed: string): Promise<string>;
  /** The name was taken in another way. */
  reserve(name: string): void;
}

/** Assigns names that are free in the entity. Which of the likely ones are taken is read once. */
export async function openUserNames(tx: Transaction, entityId: number, likely: readonly string[]): Promise<UserNames> {
  const taken = new Set(likely.length === 0 ? [] : await takenUserNames(tx, entityId, [...new Set(likely)]));
  const free = new Set(likely.filter((name) => !taken.has(name)));
  const given = new Set<string>();

  const isFree = async (name: string): Promise<boolean> =>
    !given.has(name) && (free.has(name) || (await takenUserNames(tx, entityId, [name])).length === 0);

  return {
    async assign(proposed) {
      for (let suffix = 1; ; suffix += 1) {
        const candidate = suffix === 1 ? proposed : `${proposed}-${suffix}`;
        if (!(await isFree(candidate))) continue;
        given.add(candidate);
        return candidate;
      }
    },
    reserve: (name) => void given.add(name),
  };
}
