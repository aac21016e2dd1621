import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import { DEFAULT_ENTITY_SETTINGS, type EntitySettings } from '@linescope/contract/entity-settings';
import { briefly } from './briefly.ts';

export type ReadSettings = (entityId: number) => Promise<EntitySettings>;

/** Reads an entity's settings from identity. */
export const createSettingsReader = (identity: IdentityCalls, now: () => Date): ReadSettings =>
  briefly(async (entityId) => (await readEntitySettings(identity, entityId)) ?? DEFAULT_ENTITY_SETTINGS, now);
