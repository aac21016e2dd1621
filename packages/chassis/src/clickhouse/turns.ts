/** At most so many pieces of work of one asker are under way at a time; what else it asks for waits here, in order. */
export function createTurns(most: number) {
  const askers = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async <T>(asker: string, work: () => Promise<T>): Promise<T> => {
    const own = askers.get(asker) ?? { running: 0, waiting: [] };
    askers.set(asker, own);
    if (own.running < most) own.running++;
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      // The place goes on to the next, so that none who comes meanwhile takes it.
      if (next) next();
      else if (--own.running === 0) askers.delete(asker);
    }
  };
}
