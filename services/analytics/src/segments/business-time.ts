/**
 * Business time in SQL: Monday to Friday, between two times of the day in the entity's zone, less its holidays.
 * The business seconds from 1970 to a moment are whole business days before its day × the day's length, plus what
 * has passed of the day itself; the business time between two moments is the difference of the two.
 *   weekdays before day d, with n = days since Monday 29 December 1969:  ⌊n / 7⌋ × 5 + min(n mod 7, 5)
 */
const ZONE = '{time_zone:String}';
const DAY_START = '{day_start_s:UInt32}';
const DAY_LENGTH = '{day_length_s:UInt32}';
/** Only those that fall on Monday to Friday. */
const HOLIDAYS = '{holidays:Array(Date32)}';

const secondsUpTo = (moment: string): string => {
  const day = `toDate32(${moment}, ${ZONE})`;
  const n = `(toInt32(${day}) + 3)`;
  const clock = `(toHour(${moment}, ${ZONE}) * 3600 + toMinute(${moment}, ${ZONE}) * 60 + toSecond(${moment}, ${ZONE}))`;
  const whole = `(intDiv(${n}, 7) * 5 + least(${n} % 7, 5) - arrayCount(h -> h < ${day}, ${HOLIDAYS}))`;
  const today = `if(${n} % 7 > 4 OR has(${HOLIDAYS}, ${day}), 0, least(greatest(toInt64(${clock}) - ${DAY_START}, 0), ${DAY_LENGTH}))`;
  return `(${whole} * ${DAY_LENGTH} + ${today})`;
};

/** Seconds; null where an end is missing. */
export const businessSeconds = (from: string, until: string): string =>
  `greatest(${secondsUpTo(until)} - ${secondsUpTo(from)}, 0)`;

/** The same less the days off between two arrays of days, both ends included, that do not overlap. */
export const businessSecondsLess = (from: string, until: string, starts: string, ends: string): string => {
  const leaves = `toDateTime64(toString(leaves), 3, ${ZONE})`;
  const returns = `toDateTime64(toString(returns + 1), 3, ${ZONE})`;
  const off = `arraySum((leaves, returns) -> if(${returns} <= ${from} OR ${leaves} >= ${until}, 0,
    ${secondsUpTo(`least(${returns}, ${until})`)} - ${secondsUpTo(`greatest(${leaves}, ${from})`)}), ${starts}, ${ends})`;
  return `greatest(${secondsUpTo(until)} - ${secondsUpTo(from)} - ${off}, 0)`;
};

export const businessHours = (from: string, until: string): string => `${businessSeconds(from, until)} / 3600`;
