import type { Exchange, GatewayResponse } from './exchange.ts';

export interface Deadlines {
  watch(response: GatewayResponse, exchange: Exchange): void;
  release(response: GatewayResponse): void;
  stop(): void;
}

/** One sweep for all requests under way is cheaper than a timer each, and a deadline need not be exact. */
export function createDeadlines(
  sweepEveryMs: number,
  onLate: (response: GatewayResponse, exchange: Exchange) => void,
  now: () => number = Date.now,
): Deadlines {
  const underWay = new Map<GatewayResponse, Exchange>();
  const sweep = setInterval(() => {
    const time = now();
    for (const [response, exchange] of underWay) {
      if (exchange.deadline > time) continue;
      underWay.delete(response);
      onLate(response, exchange);
    }
  }, sweepEveryMs);
  sweep.unref();
  return {
    watch: (response, exchange) => void underWay.set(response, exchange),
    release: (response) => void underWay.delete(response),
    stop: () => clearInterval(sweep),
  };
}
