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
      const due = Math.max(performance.now(), next);
      next = due + everyMs;
      // A timer counts from the beginning of the turn in which it is set, and may end early.
      for (let left = due - performance.now(); left > 0; left = due - performance.now()) await pause(left);
    }
    return transport(request);
  };
}
