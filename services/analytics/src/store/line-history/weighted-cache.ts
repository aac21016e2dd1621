/** What was asked for lately, bounded by weight: roughly the bytes it takes. The least recently used goes first. */
export interface WeightedCache<Value> {
  get(key: string): Value | undefined;
  keep(key: string, value: Value, weight: number): void;
}

export function createWeightedCache<Value>(mostWeight: number): WeightedCache<Value> {
  const kept = new Map<string, { value: Value; weight: number }>();
  let total = 0;
  const forget = (key: string): void => {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry.value;
    },
    keep(key, value, weight) {
      forget(key);
      if (weight > mostWeight) return;
      kept.set(key, { value, weight });
      total += weight;
      for (const oldest of kept.keys()) {
        if (total <= mostWeight) break;
        forget(oldest);
      }
    },
  };
}
