import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

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

/** Random bytes are drawn for many ids at once: one draw costs as much as the rest of a request's bookkeeping. */
const pool = Buffer.alloc(16 * 256);
let drawn = pool.length;

/** Time-ordered, so that traces and message ids sort as they happened. */
export function uuidV7(now: number = Date.now()): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const bytes = pool.subarray(drawn, drawn + 16);
  drawn += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
