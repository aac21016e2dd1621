import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import type { Context } from '../../context.ts';

/** How many seats the entity has; null: as many as it likes. */
export async function seatLimitOf(context: Context, entityId: number): Promise<number | null> {
  return (await readEntitySettings(context.identity, entityId))?.seat_limit ?? null;
}
