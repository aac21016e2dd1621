/** All entries live equally long, so the oldest is the next to expire: at the limit it makes room. */
export interface ExpiringMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, expiresAt: number): void;
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

export function createExpiringMap<Value>(limit: number, now: () => number): ExpiringMap<Value> {
  const entries = new Map<string, { value: Value; expiresAt: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      return entry !== undefined && entry.expiresAt > now() ? entry.value : undefined;
    },
    set(key, value, expiresAt) {
      entries.delete(key);
      for (const [oldest, entry] of entries) {
        if (entries.size < limit && entry.expiresAt > now()) break;
        entries.delete(oldest);
      }
      entries.set(key, { value, expiresAt });
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  };
}
