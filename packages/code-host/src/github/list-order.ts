type Dated = { id: number; created_at: string; updated_at?: string | undefined };

/** GitHub's `sort` and `direction`: newest first unless asked otherwise, and ties by id so that pages never overlap. */
export function ordered<T extends Dated>(
  items: T[],
  query: URLSearchParams,
  usual: 'created' | 'updated',
  usualDirection: 'asc' | 'desc',
): T[] {
  const by = query.get('sort') ?? usual;
  const sign = (query.get('direction') ?? usualDirection) === 'asc' ? 1 : -1;
  const key = (item: T) => (by === 'updated' ? (item.updated_at ?? item.created_at) : item.created_at);
  return [...items].sort((a, b) => sign * (Date.parse(key(a)) - Date.parse(key(b)) || a.id - b.id));
}

export function updatedSince<T extends Dated>(items: T[], query: URLSearchParams): T[] {
  const since = Date.parse(query.get('since') ?? '');
  return Number.isNaN(since) ? items : items.filter((item) => Date.parse(item.updated_at ?? item.created_at) >= since);
}

export function inState<T extends { closed_at: string | null }>(items: T[], query: URLSearchParams): T[] {
  const state = query.get('state') ?? 'open';
  if (state === 'all') return items;
  return items.filter((item) => (item.closed_at === null) === (state === 'open'));
}
