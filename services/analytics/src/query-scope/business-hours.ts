import { dayNumber, isWeekday } from '@linescope/contract/days';
import type { EntitySettings } from '@linescope/contract/entity-settings';
import type { BusinessHours } from '../domain/business-minutes.ts';
import type { SegmentParams } from '../segments/params.ts';

const secondsOf = (clock: string): number => Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3)) * 60;

const weekdayHolidays = ({ holidays }: EntitySettings): string[] => [...new Set(holidays)].filter(isWeekday);

/** An entity's business hours, for what is computed in memory. */
export function businessHoursOf(settings: EntitySettings): BusinessHours {
  const start = secondsOf(settings.business_day_start);
  return {
    timeZone: settings.time_zone,
    dayStartSeconds: start,
    dayLengthSeconds: Math.max(secondsOf(settings.business_day_end) - start, 1),
    holidays: weekdayHolidays(settings).map(dayNumber),
  };
}

/** The same as parameters of a statement. */
export function businessParams(
  settings: EntitySettings,
): Pick<SegmentParams, 'time_zone' | 'day_start_s' | 'day_length_s' | 'holidays'> {
  const { timeZone, dayStartSeconds, dayLengthSeconds } = businessHoursOf(settings);
  return {
    time_zone: timeZone,
    day_start_s: dayStartSeconds,
    day_length_s: dayLengthSeconds,
    holidays: weekdayHolidays(settings),
  };
}
