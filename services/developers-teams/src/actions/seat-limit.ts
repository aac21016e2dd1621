import { entitySettingsSchema } from '@linescope/contract/entity-settings';
import type { Context } from '../context.ts';

/** How many seats the entity has; null: as many as it likes. */
export async function seatLimitOf(context: Context, entityId: number): Promise<number | null> {
  const answer = await context.identity.getEntitySettings({ entityId });
  return entitySettingsSchema.parse(answer.found ? JSON.parse(answer.settingsJson) : {}).seat_limit;
}
