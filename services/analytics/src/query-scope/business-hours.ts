import { dayNumber, isWeekday } from '@linescope/contract/days';
import type { EntitySettings } from '@linescope/contract/entity-settings';
import type { BusinessHours } from '../domain/business-minutes.ts';
import { changedDaysIn } from '../domain/clock-changes.ts';
import type { SegmentParams } from '../segments/params.ts';

const secondsOf = (clock: string): number => Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3)) * 60;

const weekdayHolidays = ({ holidays }: EntitySettings): string[] => [...new Set(holidays)].filter(isWeekday);

/** An entity's business hours, for what is computed in memory. */
export function businessHoursOf(settings: EntitySettings): BusinessHours {
  const start = secondsOf(settings.business_day_start);
  const hours = {
    timeZone: settings.time_zone,
    dayStartSeconds: start,
    dayLengthSeconds: Math.max(secondsOf(settings.business_day_end) - start, 1),
  };
  const holidays = weekdayHolidays(settings).map(dayNumber);
  return { ...hours, holidays, changedDays: changedDaysIn(hours).filter(({ day }) => !holidays.includes(day)) };
}

type BusinessParams =
  | 'time_zone'
  | 'day_start_s'
  | 'day_length_s'
  | 'holidays'
  | 'changed_days'
  | 'changed_opens_s'
  | 'changed_lengths_s';

/** The same as parameters of a statement. */
export function businessParams(settings: EntitySettings): Pick<SegmentParams, BusinessParams> {
  const { timeZone, dayStartSeconds, dayLengthSeconds, changedDays } = businessHoursOf(settings);
  return {
    time_zone: timeZone,
    day_start_s: dayStartSeconds,
    day_length_s: dayLengthSeconds,
    holidays: weekdayHolidays(settings),
    changed_days: changedDays.map(({ day }) => day),
    changed_opens_s: changedDays.map(({ opens }) => opens),
    changed_lengths_s: changedDays.map(({ lengthSeconds }) => lengthSeconds),
  };
}
