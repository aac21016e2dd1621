import type { Exchange, GatewayResponse } from './exchange.ts';

/** The requests that units are working on. */
export interface UnderWay {
  watch(response: GatewayResponse, exchange: Exchange): void;
  release(response: GatewayResponse): void;
  /** Their answers shall be the last on their connections. */
  announceClose(): void;
  stop(): void;
}

/** One sweep for all of them is cheaper than a timer each, and a deadline need not be exact. */
export function watchUnderWay(
  sweepEveryMs: number,
  onLate: (response: GatewayResponse) => void,
  now: () => number = Date.now,
): UnderWay {
  const underWay = new Map<GatewayResponse, Exchange>();
  const sweep = setInterval(() => {
    const time = now();
    for (const [response, exchange] of underWay) {
      if (exchange.deadline > time) continue;
      underWay.delete(response);
      onLate(response);
    }
  }, sweepEveryMs);
  sweep.unref();
  return {
    watch: (response, exchange) => void underWay.set(response, exchange),
    release: (response) => void underWay.delete(response),
    announceClose() {
      for (const response of underWay.keys()) response.shouldKeepAlive = false;
    },
    stop: () => clearInterval(sweep),
  };
}
