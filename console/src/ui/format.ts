import { DAY_MS } from '@linescope/contract/days';

const numbers = new Map<number, Intl.NumberFormat>();

/** A figure as it is read: grouped, with the precision of its segment. */
export function formatNumber(value: number | null | undefined, precision = 0): string {
  if (value === null || value === undefined) return '–';
  let format = numbers.get(precision);
  if (!format) {
    format = new Intl.NumberFormat('en', { minimumFractionDigits: precision, maximumFractionDigits: precision });
    numbers.set(precision, format);
  }
  return format.format(value);
}

/** Units stand small beside the figure. */
export function shortUnit(unit: string): string {
  if (unit === 'percent') return '%';
  if (unit === 'per mil') return '‰';
  return unit;
}

/** Cents are read as money. */
export function readable(value: number | null, unit: string, precision: number): { text: string; unit: string } {
  if (unit === 'cents') return { text: value === null ? '–' : `$${formatNumber(value / 100, 0)}`, unit: '' };
  return { text: formatNumber(value, precision), unit: shortUnit(unit) };
}

/** Of one record, to the cent. */
export const formatCents = (cents: number): string => `$${formatNumber(cents / 100, 2)}`;

export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;

/** A day, or a time in the reader's zone. */
export const formatDay = (time: string | Date): string =>
  new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** With its year where that is another than now. */
export const formatTime = (time: string | Date, timeZone?: string): string =>
  new Date(time).toLocaleString('en', {
    day: 'numeric',
    month: 'short',
    ...(new Date(time).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    ...(timeZone ? { timeZone, timeZoneName: 'short' } : {}),
  });

/** How long ago, in its largest unit: `3 d`, `5 h`, `2 min`. */
export function formatAge(since: string | Date, now = Date.now()): string {
  const elapsed = Math.max(0, now - new Date(since).getTime());
  if (elapsed >= DAY_MS) return `${formatNumber(Math.floor(elapsed / DAY_MS))} d`;
  if (elapsed >= 3_600_000) return `${Math.floor(elapsed / 3_600_000)} h`;
  return `${Math.max(1, Math.floor(elapsed / 60_000))} min`;
}

/** A length of time in its largest unit that tells something: `20.7 h`, `6.3 d`. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 60) return `${Math.round(minutes)} min`;
  if (minutes < 2_880) return `${formatNumber(minutes / 60, 1)} h`;
  return `${formatNumber(minutes / 1_440, 1)} d`;
}

/** Business minutes as working time: a day has eight hours. */
export function formatBusinessMinutes(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 60) return `${Math.round(minutes)} min`;
  if (minutes < 480) return `${formatNumber(minutes / 60, 1)} h`;
  return `${formatNumber(minutes / 480, 1)} d`;
}

/** `phase_stale_open` → `stale open`: wire values without their family's prefix. */
export const sayWord = (value: string, prefix = ''): string =>
  value.slice(value.startsWith(prefix) ? prefix.length : 0).replaceAll('_', ' ');
