export interface WaitingItem {
  key: string;
  text: string;
  /** What it is. */
  kind: string;
  /** Of its kind, but taken in turn with the others as a kind of its own. */
  isStale?: boolean;
  /** In ms; ahead of what only comes to wait. */
  since: number;
  age: string;
  isBad: boolean;
  href: string;
}

/** Those that wait longest, longest first: of each kind in turn, so that no kind hides what waits behind it. */
export function longestWaiting(items: readonly WaitingItem[], most: number): WaitingItem[] {
  const bySince = items.toSorted((one, other) => one.since - other.since);
  const byKind = [...Map.groupBy(bySince, ({ kind, isStale }) => `${kind} ${isStale === true}`).values()];
  const inTurn = byKind
    .flatMap((of) => of.map((item, place) => ({ item, place })))
    .toSorted((one, other) => one.place - other.place || one.item.since - other.item.since);
  const shown = new Set(inTurn.slice(0, most).map(({ item }) => item));
  return bySince.filter((item) => shown.has(item));
}
