import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { FetchFailure } from './fetch-failure.ts';

export interface FetchLimits {
  /** Of all that is asked of the host for one fetch. */
  minutes: number;
  /** Of the clone with what is being fetched. */
  bytes: number;
}

const LOOK_EVERY_MS = 1_000;

/**
 * The signal of a fetch: aborted with a `FetchFailure` once it takes too long or too much disk, however slowly and however much the
 * host sends. A clone that is too large is removed.
 */
export function watchFetch(gitDir: string, limits: FetchLimits, signal: AbortSignal) {
  const over = new AbortController();
  const done = new AbortController();
  const late = setTimeout(
    () => over.abort(new FetchFailure('too_slow', `The repo could not be fetched within ${limits.minutes} minutes.`)),
    limits.minutes * 60_000,
  );
  let isTooLarge = false;
  const checkSize = async () => {
    if ((await objectBytes(gitDir)) <= limits.bytes) return;
    isTooLarge = true;
    const mostMegabytes = Math.ceil(limits.bytes / 1024 ** 2);
    over.abort(new FetchFailure('too_large', `The repo is larger than ${mostMegabytes} MB, the most that is fetched.`));
  };
  const look = async () => {
    for await (const _ of every(LOOK_EVERY_MS, undefined, { signal: done.signal })) await checkSize();
  };
  const looking = look().catch(() => {}); // ends by the abort when the fetch is done
  return {
    signal: AbortSignal.any([signal, over.signal]),
    /** Throws where what has been fetched is over a limit. */
    async check(): Promise<void> {
      await checkSize();
      over.signal.throwIfAborted();
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(late);
      done.abort();
      await looking;
      if (isTooLarge) await rm(gitDir, { recursive: true, force: true });
    },
  };
}

/** Of packs and loose objects, also unfinished ones: a fetch writes nothing else of size. */
async function objectBytes(gitDir: string): Promise<number> {
  const objects = join(gitDir, 'objects');
  let bytes = 0;
  for (const folder of await readdir(objects).catch(() => []))
    for (const name of await readdir(join(objects, folder)).catch(() => []))
      bytes += (await stat(join(objects, folder, name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}
