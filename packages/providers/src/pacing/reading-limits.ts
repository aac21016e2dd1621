import { ProviderError } from '../errors.ts';
import type { Transport } from './transport.ts';

/** A host decides how much it answers; these decide how much of it is read. */
export type ReadingLimits = {
  /** Requests of one reading. */
  calls: number;
  /** Of all its answers. */
  bytes: number;
  /** Spent on waiting for answers; the pauses of a budget do not count. */
  waitingMs: number;
  /** Of one list. */
  pages: number;
};

export const readingLimits: ReadingLimits = {
  calls: 200_000,
  bytes: 8 * 1024 ** 3,
  waitingMs: 6 * 3_600_000,
  pages: 10_000,
};

/** A list that a caller holds whole: members of a team, commits of a pull request. */
const inMemory = { pages: 200, bytes: 64 * 1024 ** 2 };

const tooLarge = (internal: string) => new ProviderError('reading_too_large', { internal });

/** The transport of one reading: counts what goes through it, refuses what is over, and ends with its signal. */
export function withinLimits(transport: Transport, limits: ReadingLimits, signal: AbortSignal | null): Transport {
  const spent = { calls: 0, bytes: 0, waitingMs: 0 };
  const check = () => {
    for (const kind of ['calls', 'bytes', 'waitingMs'] as const)
      if (spent[kind] >= limits[kind]) throw tooLarge(`${kind} of the reading: ${spent[kind]} of ${limits[kind]}`);
  };
  return async (request) => {
    if (signal?.aborted) throw new ProviderError('reading_aborted', { internal: String(signal.reason) });
    check();
    spent.calls += 1;
    const began = performance.now();
    try {
      const answer = await transport(signal ? { ...request, signal } : request);
      spent.bytes += answer.body.length;
      return answer;
    } finally {
      spent.waitingMs += performance.now() - began;
    }
  };
}

export type ListCount = { add(bytes: number): void };

/** Counts the pages of one list, and throws at the one that is too many. */
export function countList(
  { pages: mostPages, bytes: mostBytes }: ReadingLimits,
  kind: 'streamed' | 'inMemory',
): ListCount {
  const most =
    kind === 'streamed'
      ? { pages: mostPages, bytes: mostBytes }
      : { pages: Math.min(mostPages, inMemory.pages), bytes: Math.min(mostBytes, inMemory.bytes) };
  let pages = 0;
  let bytes = 0;
  return {
    add(length) {
      pages += 1;
      bytes += length;
      if (pages > most.pages || bytes > most.bytes)
        throw tooLarge(`a list: ${pages} pages of ${most.pages}, ${bytes} bytes of ${most.bytes}`);
    },
  };
}
