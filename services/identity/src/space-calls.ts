import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '@linescope/providers/pacing/transport';

export interface Spacing {
  /** Calls of a reading that are made at once, as they come. */
  freely: number;
  /** The least time from each later call to the next. */
  everyMs: number;
}

/** The transport of one reading. Most readings are short; a long one leaves the time between its calls to other requests. */
export function spaceCalls(transport: Transport, { freely, everyMs }: Spacing): Transport {
  let calls = 0;
  let next = 0;
  return async (request) => {
    calls += 1;
    if (calls > freely) {
      const now = performance.now();
      const wait = Math.max(0, next - now);
      next = now + wait + everyMs;
      if (wait > 0) await pause(wait);
    }
    return transport(request);
  };
}
