import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const THREADS = '/proc/self/task';
const LEAST_PRIORITY = 19;
/** They are started with the first table. */
const LOOK_EVERY_MS = 2_000;

/** Statements are waited for, merges are not: they take what is left. The engine has a setting for it, which this build of it does not heed. */
export function letMergesGiveWay(): void {
  const looking = setInterval(() => {
    if (giveWay()) clearInterval(looking);
  }, LOOK_EVERY_MS);
  looking.unref();
}

/** Whether there is nothing more to look for. */
function giveWay(): boolean {
  try {
    const merging = readdirSync(THREADS).filter((thread) => nameOf(thread) === 'MergeMutate');
    for (const thread of merging) setPriority(Number(thread), LEAST_PRIORITY);
    return merging.length > 0;
  } catch {
    return true; // Not Linux, or it is not allowed: merges are as important as before.
  }
}

function nameOf(thread: string): string | null {
  try {
    return readFileSync(`${THREADS}/${thread}/comm`, 'latin1').trim();
  } catch {
    return null; // It has ended since.
  }
}
