import type { Metrics } from '@linescope/chassis/metrics/metrics';
import type { Exchange } from '../proxy/exchange.ts';

export interface Accounting {
  count(exchange: Exchange, status: number): void;
}

/** Requests by unit and status. The labelled series are kept, since finding them costs more than counting. */
export function createAccounting(metrics: Metrics): Accounting {
  const requests = new Map<string, { inc(): void }>();
  const durations = new Map<string, { observe(seconds: number): void }>();
  return {
    count(exchange, status) {
      const action = exchange.unit ?? 'gateway';
      const key = `${action} ${exchange.method} ${status}`;
      let counter = requests.get(key);
      if (!counter) {
        counter = metrics.httpRequests.labels({ action, method: exchange.method, status });
        requests.set(key, counter);
      }
      let duration = durations.get(action);
      if (!duration) {
        duration = metrics.httpDuration.labels({ action });
        durations.set(action, duration);
      }
      counter.inc();
      duration.observe((Date.now() - exchange.startedAt) / 1000);
    },
  };
}
