/**
 * Calls that come while earlier ones of the same key are under way wait and are then answered together: a burst of
 * events costs a few calls, a single one is not delayed.
 */
export function gatherCalls<Key, Value>(
  answer: (key: Key, values: Value[]) => Promise<void>,
): (key: Key, value: Value) => Promise<void> {
  const underWay = new Map<Key, Promise<void>>();
  const waiting = new Map<Key, { values: Value[]; answered: Promise<void> }>();

  return (key, value) => {
    const gathered = waiting.get(key);
    if (gathered) {
      gathered.values.push(value);
      return gathered.answered;
    }
    const values = [value];
    const before = underWay.get(key) ?? Promise.resolve();
    const answered = before
      .catch(() => {})
      .then(() => {
        waiting.delete(key);
        underWay.set(key, answered);
        return answer(key, values);
      })
      .finally(() => {
        if (underWay.get(key) === answered) underWay.delete(key);
      });
    waiting.set(key, { values, answered });
    return answered;
  };
}
