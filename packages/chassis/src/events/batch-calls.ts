/**
 * Calls that arrive while an earlier one of the same key is running wait, and are then handled as one batch: a burst of
 * events costs a few calls, a single one is not delayed.
 */
export function batchCalls<Key, Value>(
  handleBatch: (key: Key, values: Value[]) => Promise<void>,
): (key: Key, value: Value) => Promise<void> {
  const running = new Map<Key, Promise<void>>();
  const waiting = new Map<Key, { values: Value[]; done: Promise<void> }>();

  return (key, value) => {
    const batch = waiting.get(key);
    if (batch) {
      batch.values.push(value);
      return batch.done;
    }
    const values = [value];
    const before = running.get(key) ?? Promise.resolve();
    const done = before
      .catch(() => {})
      .then(() => {
        waiting.delete(key);
        running.set(key, done);
        return handleBatch(key, values);
      })
      .finally(() => {
        if (running.get(key) === done) running.delete(key);
      });
    waiting.set(key, { values, done });
    return done;
  };
}
