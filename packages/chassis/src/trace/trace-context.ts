import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What every log line, gRPC call and event of one request or message shares. */
export interface TraceContext {
  traceIdentifier: string;
  entity?: string | undefined;
}

const storage = new AsyncLocalStorage<TraceContext>();

export const currentTrace = (): TraceContext | undefined => storage.getStore();

export const runInTrace = <T>(context: TraceContext, work: () => T): T => storage.run(context, work);

export const TRACE_HEADER = 'x-trace-identifier';

/** 1 to 128 visible ASCII characters are kept; anything else is replaced. */
export const acceptTraceIdentifier = (given: unknown): string =>
  typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : uuidV7();

/** Random digits are drawn for many ids at once: one draw costs as much as the rest of a request's bookkeeping. */
const DIGITS = 19;
const IDS = 256;
let pool = '';
let drawn = IDS;

/** The digits of the last millisecond, in which many ids are made under load. */
let last = { time: -1, digits: '' };

/** Time-ordered, so that traces and message ids sort as they happened. */
export function uuidV7(now: number = Date.now()): string {
  if (drawn === IDS) {
    pool = randomBytes((IDS * DIGITS) / 2).toString('hex');
    drawn = 0;
  }
  if (last.time !== now) last = { time: now, digits: now.toString(16).padStart(12, '0') };
  const { digits } = last;
  const at = drawn * DIGITS;
  drawn += 1;
  const variant = VARIANTS[Number.parseInt(pool.charAt(at), 16) & 3];
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${pool.slice(at + 1, at + 4)}-${variant}${pool.slice(at + 4, at + 7)}-${pool.slice(at + 7, at + 19)}`;
}

/** The first digit of the fourth group: two bits are fixed, two are random. */
const VARIANTS = ['8', '9', 'a', 'b'];
