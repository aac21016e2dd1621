import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import { DEFAULT_ENTITY_SETTINGS, type EntitySettings } from '@linescope/contract/entity-settings';
import { LRUCache } from 'lru-cache';

const TTL_MS = 1_000;
const MAX_ENTITIES = 1_000;

export type ReadSettings = (entityId: number) => Promise<EntitySettings>;

/** Reads an entity's settings from identity, cached for a second: the reports of one page read them many times. */
export function createSettingsReader(identity: IdentityCalls, now: () => Date): ReadSettings {
  const cache = new LRUCache<number, Promise<EntitySettings>>({
    max: MAX_ENTITIES,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  return (entityId) => {
    const known = cache.get(entityId);
    if (known) return known;
    const settings = readEntitySettings(identity, entityId).then((read) => read ?? DEFAULT_ENTITY_SETTINGS);
    settings.catch(() => cache.delete(entityId));
    cache.set(entityId, settings);
    return settings;
  };
}
