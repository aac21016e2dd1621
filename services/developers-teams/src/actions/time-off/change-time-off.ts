import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import type { Context } from '../../context.ts';
import { addDays, countDaysOff, type DayRange, daysIn, removeDays } from '../../domain/days-off.ts';
import { lockDaysOff, saveDaysOff } from '../../store/time-off.ts';

export interface TimeOffChange {
  entityId: number;
  committerId: number;
  range: DayRange;
  kind: 'record' | 'remove';
}

/** Records or removes days; says how many of the range are days off now, whether any day of it changed, and whether every one did. */
export function changeTimeOff(
  context: Context,
  change: TimeOffChange,
): Promise<{ daysOff: number; changes: boolean; fullSuccess: boolean }> {
  const { entityId, committerId, range, kind } = change;
  return context.postgres.transaction(async (tx) => {
    const before = await lockDaysOff(tx, committerId);
    const already = countDaysOff(before, range);
    const after = kind === 'record' ? addDays(before, range) : removeDays(before, range);
    const changes = kind === 'record' ? already < daysIn(range) : already > 0;
    if (changes) await replaceDaysOff(context, tx, entityId, committerId, after);
    const fullSuccess = kind === 'record' ? already === 0 : already === daysIn(range);
    return { daysOff: countDaysOff(after, range), changes, fullSuccess };
  });
}

export async function replaceDaysOff(
  context: Context,
  tx: Transaction,
  entityId: number,
  committerId: number,
  ranges: DayRange[],
): Promise<void> {
  const version = await saveDaysOff(tx, entityId, committerId, ranges);
  await context.outbox.add(tx, timeOffChanged, {
    entityId,
    aggregateId: committerId,
    aggregateVersion: version,
    data: { committerId, ranges },
  });
}
