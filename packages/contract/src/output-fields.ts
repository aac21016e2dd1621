import { z } from 'zod';

/**
 * Fields of answers, as the API document has them: each is checked against real answers in tests, and shown to readers and
 * generators by its format.
 */
export const timestamp = z.iso.datetime().meta({ type: 'string', format: 'date-time' });
export const day = z.iso.date().meta({ type: 'string', format: 'date' });
/** Absolute; what leads to this installation has its public address. */
export const link = z.url().meta({ type: 'string', format: 'uri' });
export const integer = z.int().meta({ type: 'integer' });
export const count = z.int().nonnegative().meta({ type: 'integer', minimum: 0 });
export const id = z.int().positive().meta({ type: 'integer', minimum: 1 });
