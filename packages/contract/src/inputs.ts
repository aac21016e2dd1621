import { z } from 'zod';
import { isOutOfBounds, isoDate, parseDate, parseDateTime, parseEpochSeconds, TIME_BOUNDS } from './date-time.ts';

/**
 * The spec's shared input types. Parameters arrive as strings (query, form) or as JSON values; an empty string was
 * already dropped as absent. Messages are whole sentences without the parameter's name: the edge puts it in front.
 */
const fail = (context: z.RefinementCtx, message: string) => {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
};

const scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a single value' });

export const stringInput = ({ max = 1000, min = 1 }: { max?: number; min?: number } = {}) =>
  scalar
    .transform((value, context) => {
      const text = String(value).toWellFormed().trim();
      if (text.includes('\0')) return fail(context, 'must not hold a NUL character');
      if (text.length < min) return fail(context, `must have at least ${min} characters`);
      return text.length > max ? fail(context, `must have at most ${max} characters`) : text;
    })
    .meta({ type: 'string', maxLength: max });

/** Free text: kept as it was written, not trimmed. */
export const textInput = ({ max = 1_000_000 }: { max?: number } = {}) =>
  scalar
    .transform((value, context) => {
      const text = String(value).toWellFormed();
      if (text.includes('\0')) return fail(context, 'must not hold a NUL character');
      return text.length > max ? fail(context, `must have at most ${max} characters`) : text;
    })
    .meta({ type: 'string', maxLength: max });

export const booleanInput = scalar
  .transform((value, context) => {
    const text = String(value).trim().toLowerCase();
    if (text === 'true') return true;
    return text === 'false' ? false : fail(context, 'must be true or false');
  })
  .meta({ type: 'boolean' });

export const integerInput = ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) =>
  scalar
    .transform((value, context) => {
      const text = String(value).trim();
      const number = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(number)) return fail(context, 'must be an integer');
      if (number < min) return fail(context, `must be ${min} or more`);
      return number > max ? fail(context, `must be ${max} or less`) : number;
    })
    .meta({ type: 'integer', minimum: min, maximum: max });

/** As programs write it, which may be a sum of fractions. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

export const decimalInput = ({ min = -1e15, max = 1e15 } = {}) =>
  scalar
    .transform((value, context) => {
      const text = String(value).trim();
      const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
      if (!Number.isFinite(number)) return fail(context, 'must be a decimal number');
      if (number < min) return fail(context, `must be ${min} or more`);
      return number > max ? fail(context, `must be ${max} or less`) : number;
    })
    .meta({ type: 'number', minimum: min, maximum: max });

export const dateTimeInput = ({ epochSeconds = false } = {}) =>
  scalar
    .transform((value, context) => {
      const text = String(value);
      const time = parseDateTime(text) ?? (epochSeconds ? parseEpochSeconds(text) : null);
      if (time) return time;
      if (isOutOfBounds(text)) return fail(context, `must be a time ${TIME_BOUNDS}`);
      return fail(context, 'must be a date and time that exists, such as 2026-10-08T14:05:00Z');
    })
    .meta({ type: 'string', format: 'date-time' });

const dayInput = (read: (text: string) => string | null) =>
  scalar
    .transform((value, context) => {
      const day = read(String(value));
      if (day) return day;
      if (isOutOfBounds(String(value))) return fail(context, `must be a day ${TIME_BOUNDS}`);
      return fail(context, 'must be a day that exists, as YYYY-MM-DD');
    })
    .meta({ type: 'string', format: 'date' });

/** A day, as `YYYY-MM-DD`. */
export const dateInput = dayInput(parseDate);

/** A day, or a time, of which its day in UTC counts. */
export const dayOfTimeInput = dayInput((text) => {
  const time = parseDateTime(text);
  return time && isoDate(time);
});

export const shaInput = scalar
  .transform((value, context) => {
    const text = String(value).trim().toLowerCase();
    return /^[0-9a-f]{40}$/.test(text) ? text : fail(context, 'must be a commit hash of 40 hexadecimal characters');
  })
  .meta({ type: 'string', pattern: '^[0-9a-fA-F]{40}$' });

/** JSON array, repeated or bracketed keys, or one comma-delimited string; blanks dropped, duplicates kept once. */
export const stringArrayInput = ({ maxItems = 1000, maxLength = 500 } = {}) =>
  z
    .union([scalar, z.array(scalar)], { error: 'must be a list of strings' })
    .transform((value, context) => {
      const items = (Array.isArray(value) ? value.map(String) : String(value).split(','))
        .map((item) => item.toWellFormed().trim())
        .filter((item) => item !== '');
      if (items.length > maxItems) return fail(context, `must have at most ${maxItems} items`);
      if (items.some((item) => item.length > maxLength))
        return fail(context, `must have items of at most ${maxLength} characters`);
      if (items.some((item) => item.includes('\0'))) return fail(context, 'must not hold a NUL character');
      return [...new Set(items)];
    })
    .meta({ type: 'array', items: { type: 'string', maxLength }, maxItems });

/** A JSON value, or its text where the form of the request has none; the text `null` unsets. */
export const jsonInput = z.unknown().transform((value, context): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return fail(context, 'must be JSON');
  }
});

/** Low enough that an offset never overflows a query's integer. */
export const pageInput = integerInput({ min: 1, max: 1_000_000_000 });

export const PAGE_SIZE = 50;
