import type { Readable } from 'node:stream';

/**
 * Lets git run ahead of its reader by up to `limit` bytes, so that it computes while we do; then it has to wait. Listening
 * starts at once: Node throws away what a process that ended has written and nobody listened to.
 */
export function readAhead(source: Readable, limit: number): AsyncIterableIterator<Buffer> {
  const waiting: Buffer[] = [];
  let held = 0;
  let ended = false;
  let failure: Error | null = null;
  let wake: (() => void) | null = null;
  const rouse = () => {
    wake?.();
    wake = null;
  };
  const end = () => {
    ended = true;
    rouse();
  };
  source.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    held += chunk.length;
    if (held > limit) source.pause();
    rouse();
  });
  source.on('end', end);
  source.on('close', end);
  source.on('error', (error: Error) => {
    failure = error;
    rouse();
  });
  const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
    while (true) {
      const chunk = waiting.shift();
      if (chunk !== undefined) {
        held -= chunk.length;
        if (held <= limit / 2 && source.isPaused()) source.resume();
        return { done: false, value: chunk };
      }
      if (failure !== null) throw failure;
      if (ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    next,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
