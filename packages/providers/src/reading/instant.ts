import { z } from 'zod';

/** A moment as hosts write it (ISO text with any offset, or milliseconds), kept as ISO 8601 UTC. */
export const instant = z.union([z.string(), z.number()]).transform((value, context) => {
  // A numeric offset without a colon and the word UTC are what two hosts write; Date reads neither everywhere.
  const text = typeof value === 'string' ? value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(/ UTC$/, 'Z') : value;
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  context.addIssue({ code: 'custom', message: 'not a moment' });
  return z.NEVER;
});

/** A moment that may be missing; what cannot be read counts as missing, since histories lie. */
export const maybeInstant = instant
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** Null, missing and empty text are one thing to us. */
export const maybeText = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === '' ? null : value));
