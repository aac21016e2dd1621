/**
 * Dates as customers write them: ISO 8601, `YYYY-MM-DD`, `YYYY-MM-DD HH:MM[:SS] [zone]`, RFC 2822, epoch seconds.
 * No zone means UTC. A date that does not exist is null, never rolled over as `Date` would.
 */
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?$/i;
const RFC_2822 =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+)?(\d{1,2})\s+(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\s+(\d{4})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC|UT|GMT|[+-]\d{2}:?\d{2})?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

export function parseDateTime(text: string): Date | null {
  const trimmed = text.trim();
  if (trimmed.length > 64) return null;
  const iso = ISO.exec(withMarks(trimmed));
  if (iso) {
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = iso;
    const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000);
    return instant(
      Number(year),
      Number(month),
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      milliseconds,
      zone,
    );
  }
  const rfc = RFC_2822.exec(trimmed);
  if (rfc) {
    const [, day, monthName = '', year, hour, minute, second = '0', zone] = rfc;
    const month = MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1;
    return instant(Number(year), month, Number(day), Number(hour), Number(minute), Number(second), 0, zone);
  }
  return null;
}

/** ISO 8601 without its marks, which would be read as seconds else. */
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(.*))?$/i;

const withMarks = (text: string): string =>
  text.replace(
    BASIC,
    (_, year, month, day, hour, minute, second = '00', rest = '') =>
      `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${rest}`}`,
  );

export function parseEpochSeconds(text: string): Date | null {
  if (!/^\d{1,12}$/.test(text.trim())) return null;
  return withinBounds(Number(text.trim()) * 1000);
}

function instant(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  milliseconds: number,
  zone: string | undefined,
): Date | null {
  if (hour > 23 || minute > 59 || second > 59) return null;
  const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const check = new Date(local);
  if (check.getUTCFullYear() !== year || check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null;
  const offset = zoneMinutes(zone);
  return offset === null ? null : withinBounds(local - offset * 60_000);
}

function zoneMinutes(zone: string | undefined): number | null {
  if (!zone || /^(Z|UTC|UT|GMT)$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const withinBounds = (time: number): Date | null => (time >= EARLIEST && time < LATEST ? new Date(time) : null);

/** What bounds a day or time that exists, as customers read it. */
export const TIME_BOUNDS = 'from 1970-01-01 to 2199-12-31';

/** Whether the text begins with a day that exists and is not within the bounds. */
export function isOutOfBounds(text: string): boolean {
  const [, year, month, day] = (/^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === day && withinBounds(time.getTime()) === null;
}

/** `YYYY-MM-DD` of an existing day, else null. */
export function parseDate(text: string): string | null {
  const trimmed = text.trim();
  return /^\d{4}-\d{2}-\d{2}$/.test(trimmed) && parseDateTime(trimmed) ? trimmed : null;
}

export const isoDate = (time: Date): string => time.toISOString().slice(0, 10);

/** `2026-10-08T14:05:00Z`; milliseconds only where there are any. */
export const isoTimestamp = (time: Date): string => time.toISOString().replace('.000Z', 'Z');

const LONG_MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
]; // biome-ignore format: one line reads better

/** `October 8, 2026 14:05 UTC`: the spec's human-formatted time. */
export function humanTimestamp(time: Date): string {
  const clock = time.toISOString().slice(11, 16);
  return `${LONG_MONTHS[time.getUTCMonth()]} ${time.getUTCDate()}, ${time.getUTCFullYear()} ${clock} UTC`;
}
