import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import {
  DEFAULT_ENTITY_SETTINGS,
  type EntitySettings,
  entitySettingsSchema,
} from '@linescope/contract/entity-settings';

const KEPT_MS = 1_000;
const KEPT = 1_000;

export type ReadSettings = (entityId: number) => Promise<EntitySettings>;

/** Asked of identity, and kept for a second: reports of one page ask many times. */
export function createSettingsReader(identity: IdentityCalls, now: () => Date): ReadSettings {
  const kept = new Map<number, { until: number; settings: Promise<EntitySettings> }>();
  async function ask(entityId: number): Promise<EntitySettings> {
    const answer = await identity.getEntitySettings({ entityId });
    return answer.found ? entitySettingsSchema.parse(JSON.parse(answer.settingsJson || '{}')) : DEFAULT_ENTITY_SETTINGS;
  }
  return (entityId) => {
    const time = now().getTime();
    const known = kept.get(entityId);
    if (known && known.until > time) return known.settings;
    const settings = ask(entityId);
    settings.catch(() => kept.delete(entityId));
    if (kept.size >= KEPT) kept.clear();
    kept.set(entityId, { until: time + KEPT_MS, settings });
    return settings;
  };
}
