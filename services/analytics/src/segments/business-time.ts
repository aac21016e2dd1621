import { type SqlTemplate, type TemplatePart, template } from '../store/sql.ts';
import { param } from './params.ts';

/**
 * Business time in SQL: Monday to Friday, between two times of the day in the entity's zone, less its holidays.
 * The business seconds from 1970 to a moment are whole business days before its day × the day's length, plus what
 * has passed of the day itself; the business time between two moments is the difference of the two.
 *   weekdays before day d, with n = days since Monday 29 December 1969:  ⌊n / 7⌋ × 5 + min(n mod 7, 5)
 * Planning time grows with the text of a statement, so the rule appears once, over an array of all moments with their signs.
 */
const ZONE = param('time_zone');
const DAY_START = param('day_start_s');
const DAY_LENGTH = param('day_length_s');
/** Only those that fall on Monday to Friday. */
const HOLIDAYS = param('holidays');

const CLOCK = template`toHour(moment, ${ZONE}) * 3600 + toMinute(moment, ${ZONE}) * 60 + toSecond(moment, ${ZONE})`;
const UP_TO_MOMENT = template`arrayMap((n, clock) ->
    (intDiv(n, 7) * 5 + least(n % 7, 5) - arrayCount(h -> toInt32(h) + 3 < n, ${HOLIDAYS})) * ${DAY_LENGTH}
    + if(n % 7 > 4 OR arrayExists(h -> toInt32(h) + 3 = n, ${HOLIDAYS}), 0, least(greatest(toInt64(clock) - ${DAY_START}, 0), ${DAY_LENGTH})),
    [toInt32(toDate32(moment, ${ZONE})) + 3], [${CLOCK}])[1]`;

const total = (moments: TemplatePart, signs: TemplatePart): SqlTemplate =>
  template`greatest(arraySum((moment, sign) -> sign * ${UP_TO_MOMENT}, ${moments}, ${signs}), 0)`;

/** Seconds between two moments that are known. */
const businessSeconds = (from: string, until: string): SqlTemplate => total(template`[${until}, ${from}]`, '[1, -1]');

/** The same less the days off between two arrays of days, both ends included, that do not overlap. */
export const businessSecondsLess = (from: string, until: string, starts: string, ends: string): SqlTemplate => {
  const within = (day: string) =>
    template`least(greatest(toDateTime64(toString(${day}), 3, ${ZONE}), ${from}), ${until})`;
  const off = template`arrayMap((leaves, returns) -> [${within('returns + 1')}, ${within('leaves')}], ${starts}, ${ends})`;
  return total(
    template`arrayConcat([${until}, ${from}], arrayFlatten(${off}))`,
    template`arrayConcat([1, -1], arrayFlatten(arrayMap(day -> [-1, 1], ${starts})))`,
  );
};

export const businessHours = (from: string, until: string): SqlTemplate =>
  template`${businessSeconds(from, until)} / 3600`;
