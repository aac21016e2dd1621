/** Lets so many works run at once; the others wait for their turn, in order, unless they are aborted meanwhile. */
export interface LimitedTurns {
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function limitTurns(most: number): LimitedTurns {
  let running = 0;
  const waiting = new Set<() => void>();

  const takeTurn = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (running < most) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(start);
      signal.addEventListener('abort', leave, { once: true });
    });
  };
  const endTurn = () => {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  };
  return {
    async run(work, signal) {
      await takeTurn(signal);
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
  };
}
