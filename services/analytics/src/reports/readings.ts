/** Readings that nobody waits for, one at a time of a key. */
export function createReadings() {
  const underWay = new Map<string, Promise<void>>();
  return {
    begin(key: string, read: () => Promise<void>): void {
      if (underWay.has(key)) return;
      const started = read()
        // The statement that answers meanwhile tells what is wrong with the store; the next report tries again.
        .catch(() => {})
        .finally(() => underWay.delete(key));
      underWay.set(key, started);
    },
    /** Until nothing is being read. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay.values());
    },
  };
}
