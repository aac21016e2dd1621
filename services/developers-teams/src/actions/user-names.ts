import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { takenUserNames } from '../store/committers.ts';

export interface UserNames {
  /** The proposed name, or the first with a number behind it that nobody has; nobody else is given it afterwards. */
  give(proposed: string): Promise<string>;
  /** Somebody has come by this name in another way. */
  keep(name: string): void;
}

/** Hands out names that are free in the entity. Which of the likely ones are taken is asked once. */
export async function openUserNames(tx: Transaction, entityId: number, likely: readonly string[]): Promise<UserNames> {
  const taken = new Set(likely.length === 0 ? [] : await takenUserNames(tx, entityId, [...new Set(likely)]));
  const free = new Set(likely.filter((name) => !taken.has(name)));
  const given = new Set<string>();

  const isFree = async (name: string): Promise<boolean> =>
    !given.has(name) && (free.has(name) || (await takenUserNames(tx, entityId, [name])).length === 0);

  return {
    async give(proposed) {
      for (let suffix = 1; ; suffix += 1) {
        const candidate = suffix === 1 ? proposed : `${proposed}-${suffix}`;
        if (!(await isFree(candidate))) continue;
        given.add(candidate);
        return candidate;
      }
    },
    keep: (name) => void given.add(name),
  };
}
