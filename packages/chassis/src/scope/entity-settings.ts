import { type EntitySettings, parseEntitySettings } from '@linescope/contract/entity-settings';
import type { IdentityCalls } from './resolve-scope.ts';

/** The settings of an entity as identity has them now; null where there is no such entity. */
export async function readEntitySettings(
  identity: Pick<IdentityCalls, 'getEntitySettings'>,
  entityId: number,
): Promise<EntitySettings | null> {
  const answer = await identity.getEntitySettings({ entityId });
  return answer.found ? parseEntitySettings(answer.settingsJson) : null;
}
