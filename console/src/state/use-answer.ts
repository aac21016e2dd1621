import { useCallback, useLayoutEffect, useState } from 'preact/hooks';

export interface Answer<T> {
  data: T | undefined;
  error: Error | undefined;
  /** Nothing to show yet. */
  loading: boolean;
  /** When what is shown was read. */
  at: number | undefined;
  reload(): void;
}

interface Entry {
  data?: unknown;
  error?: Error | undefined;
  at?: number;
  underWay?: Promise<void> | undefined;
  watchers: Set<() => void>;
}

const FRESH_MS = 30_000;
const MOST_ENTRIES = 300;
const entries = new Map<string, Entry>();

function entryOf(key: string): Entry {
  let entry = entries.get(key);
  if (!entry) {
    entry = { watchers: new Set() };
    entries.set(key, entry);
    if (entries.size > MOST_ENTRIES) forgetOldest();
  }
  return entry;
}

function forgetOldest(): void {
  for (const [key, entry] of entries) {
    if (entry.watchers.size > 0) continue;
    entries.delete(key);
    if (entries.size <= MOST_ENTRIES) return;
  }
}

async function load(key: string, read: () => Promise<unknown>): Promise<void> {
  const entry = entryOf(key);
  entry.underWay ??= (async () => {
    try {
      entry.data = await read();
      entry.at = Date.now();
      entry.error = undefined;
    } catch (error) {
      entry.error = error instanceof Error ? error : new Error(String(error));
    } finally {
      entry.underWay = undefined;
      for (const watcher of entry.watchers) watcher();
    }
  })();
  return entry.underWay;
}

/** What is known is shown at once and checked again when it is older than half a minute. A null key reads nothing. */
export function useAnswer<T>(key: string | null, read: () => Promise<T>): Answer<T> {
  const [, redraw] = useState(0);
  // Before the page is painted, so that the request is under way a frame earlier.
  useLayoutEffect(() => {
    if (key === null) return;
    const entry = entryOf(key);
    const watcher = () => redraw((count) => count + 1);
    entry.watchers.add(watcher);
    const isFresh = entry.at !== undefined && Date.now() - entry.at < FRESH_MS;
    if (!isFresh) void load(key, read);
    return () => void entry.watchers.delete(watcher);
  }, [key]);
  const reload = useCallback(() => {
    if (key !== null) void load(key, read);
  }, [key]);
  const entry = key === null ? undefined : entries.get(key);
  return {
    data: known<T>(entry?.data),
    error: entry?.error,
    loading: key !== null && entry?.data === undefined && entry?.error === undefined,
    at: entry?.at,
    reload,
  };
}

/** What is known by now of what that key reads. */
export const peek = <T>(key: string): T | undefined => known<T>(entries.get(key)?.data);

/** Reads before anyone asks, for the view that is likely next. */
export function prefetch(key: string, read: () => Promise<unknown>): void {
  const { at } = entryOf(key);
  if (at === undefined || Date.now() - at > FRESH_MS) void load(key, read);
}

/** After a change: what begins with the prefix is read again where it is shown, and forgotten elsewhere. */
export function forget(prefix: string): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue;
    if (entry.watchers.size === 0) entries.delete(key);
    else entry.at = 0;
  }
}

/** Of another reader nothing is kept: what is under way ends in an entry that nobody looks up any more. */
export const forgetAll = (): void => entries.clear();

/** Keys are made of the query, so an entry holds the type that its key was read with. */
const known = <T>(data: unknown): T | undefined => data as T | undefined;
