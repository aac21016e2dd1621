/** At most `max` tasks of one key run at a time; the rest of that key's tasks wait in order. */
export function limitPerKey(max: number) {
  const keys = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const state = keys.get(key) ?? { running: 0, waiting: [] };
    keys.set(key, state);
    if (state.running < max) state.running++;
    else await new Promise<void>((resolve) => state.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = state.waiting.shift();
      // The slot is handed to the next in line, so that a task which arrives meanwhile cannot take it.
      if (next) next();
      else if (--state.running === 0) keys.delete(key);
    }
  };
}
