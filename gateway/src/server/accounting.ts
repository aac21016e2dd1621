import type { Metrics } from '@linescope/chassis/metrics/metrics';
import type { Exchange } from '../proxy/exchange.ts';
import type { Unit } from '../routing/routing-table.ts';

export interface Accounting {
  /** Shows in the metrics within a second. */
  count(exchange: Exchange, status: number): void;
  stop(): void;
}

const FLUSH_MS = 1_000;

interface Counted {
  action: Unit | 'gateway';
  method: string;
  status: number;
  milliseconds: number[];
}

/** Requests by unit and status. A metric finds its series anew for each number, so they are given to it together. */
export function createAccounting(metrics: Metrics): Accounting {
  const series = new Map<string, Counted>();
  function flush(): void {
    for (const { action, method, status, milliseconds } of series.values()) {
      if (milliseconds.length === 0) continue;
      metrics.httpRequests.inc({ action, method, status }, milliseconds.length);
      const duration = metrics.httpDuration.labels({ action });
      for (const ms of milliseconds.splice(0)) duration.observe(ms / 1000);
    }
  }
  const flushing = setInterval(flush, FLUSH_MS).unref();
  return {
    count({ unit, method, startedAt }, status) {
      const action = unit ?? 'gateway';
      const key = `${action} ${method} ${status}`;
      let counted = series.get(key);
      if (!counted) {
        counted = { action, method, status, milliseconds: [] };
        series.set(key, counted);
      }
      counted.milliseconds.push(Date.now() - startedAt);
    },
    stop: () => clearInterval(flushing),
  };
}
