import { type SqlTemplate, type TemplatePart, template } from '../store/sql.ts';
import { param } from './params.ts';

/**
 * Business time in SQL: Monday to Friday, between two times of the day in the entity's zone, less its holidays.
 * The business seconds from 1970 to a moment are whole business days before its day × the day's length, plus what
 * has passed of the day itself; the business time between two moments is the difference of the two.
 *   weekdays before day d, with n = days since Monday 29 December 1969:  ⌊n / 7⌋ × 5 + min(n mod 7, 5)
 * Days on which clocks change inside business hours are longer or shorter by that, and are known by name.
 * Planning time grows with the text of a statement, so the rule appears once, over an array of all moments and days off.
 */
const ZONE = param('time_zone');
const DAY_START = param('day_start_s');
const DAY_LENGTH = param('day_length_s');
/** Only those that fall on Monday to Friday. */
const HOLIDAYS = param('holidays');
const CHANGED = param('changed_days');

const CLOCK = template`toHour(moment, ${ZONE}) * 3600 + toMinute(moment, ${ZONE}) * 60 + toSecond(moment, ${ZONE})`;

/** Up to a time of the day n; the day itself has begun with a clock of -1 and a moment of 0. */
const UP_TO = template`(n, clock, unix) ->
    (intDiv(n, 7) * 5 + least(n % 7, 5) - arrayCount(h -> toInt32(h) + 3 < n, ${HOLIDAYS})) * ${DAY_LENGTH}
    + arraySum((day, length) -> if(day + 3 < n, length - ${DAY_LENGTH}, 0), ${CHANGED}, ${param('changed_lengths_s')})
    + multiIf(n % 7 > 4 OR arrayExists(h -> toInt32(h) + 3 = n, ${HOLIDAYS}), 0,
      has(${CHANGED}, n - 3), least(greatest(unix - ${param('changed_opens_s')}[indexOf(${CHANGED}, n - 3)], 0), ${param('changed_lengths_s')}[indexOf(${CHANGED}, n - 3)]),
      least(greatest(clock - ${DAY_START}, 0), ${DAY_LENGTH}))`;

/** Business seconds between two moments, less those between the first moments of pairs of days. */
const total = (from: string, until: string, days: TemplatePart): SqlTemplate => {
  const ofMoments = (value: TemplatePart) => template`arrayMap(moment -> toInt64(${value}), [${until}, ${from}])`;
  const ofDays = (value: string) => (days === '' ? '' : template`, arrayMap(day -> toInt64(${value}), ${days})`);
  const join = (moments: SqlTemplate, own: TemplatePart) =>
    own === '' ? moments : template`arrayConcat(${moments}${own})`;
  const seconds = template`arrayMap(${UP_TO}, ${join(ofMoments(template`toInt32(toDate32(moment, ${ZONE})) + 3`), ofDays('day + 3'))}, ${join(ofMoments(CLOCK), ofDays('-1'))}, ${join(ofMoments('toUnixTimestamp(moment)'), ofDays('0'))})`;
  const span =
    days === ''
      ? 's[1] - s[2]'
      : `s[1] - s[2] - arraySum(i -> greatest(least(s[i + 1], s[1]) - greatest(s[i], s[2]), 0), range(3, length(s), 2))`;
  return template`arrayMap(s -> greatest(${span}, 0), [${seconds}])[1]`;
};

/** The time between two moments that are known, less the days off between two arrays of days, both ends included, that do not overlap. */
export const businessSecondsLess = (from: string, until: string, starts: string, ends: string): SqlTemplate =>
  total(
    from,
    until,
    template`arrayFlatten(arrayMap((leaves, returns) -> [toInt32(leaves), toInt32(returns) + 1], ${starts}, ${ends}))`,
  );

export const businessHours = (from: string, until: string): SqlTemplate => template`${total(from, until, '')} / 3600`;
