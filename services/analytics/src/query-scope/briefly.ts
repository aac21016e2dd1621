import { createRecentReads } from './read-recent.ts';

const MAX_ENTITIES = 1_000;

/** Reads something of an entity at most twice a second: the answers of one page are about the same. What failed is read again. */
export function briefly<Read>(read: (entityId: number) => Promise<Read>, now: () => Date) {
  const recent = createRecentReads<number, Read>(MAX_ENTITIES, now);
  return (entityId: number): Promise<Read> => recent(entityId, () => read(entityId));
}
