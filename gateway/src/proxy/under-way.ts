import type { Exchange, GatewayResponse, Place } from './exchange.ts';

/** The requests that units are working on. */
export interface UnderWay {
  watch(response: GatewayResponse, exchange: Exchange): void;
  release(exchange: Exchange): void;
  /** Their answers shall be the last on their connections. */
  announceClose(): void;
  stop(): void;
}

/**
 * One sweep for all requests is cheaper than a timer each, and a deadline need not be exact. They are kept in a linked list:
 * a Set or Map through which every request passes is rebuilt all the time, and each table it leaves behind keeps the requests
 * it held, and all that hangs on them, from the cheap collection of young garbage.
 */
export function watchUnderWay(
  sweepEveryMs: number,
  onLate: (response: GatewayResponse) => void,
  now: () => number = Date.now,
): UnderWay {
  const list: Place = { response: null, earlier: null, later: null };

  function* responses(): Generator<GatewayResponse> {
    for (let place = list.later; place; ) {
      const next = place.later;
      if (place.response) yield place.response;
      place = next;
    }
  }

  const sweep = setInterval(() => {
    const time = now();
    for (const response of responses()) {
      const { exchange } = response.req;
      if (!exchange || exchange.deadline > time) continue;
      release(exchange);
      onLate(response);
    }
  }, sweepEveryMs);
  sweep.unref();

  function release({ place }: Exchange): void {
    if (!place.earlier) return;
    place.earlier.later = place.later;
    if (place.later) place.later.earlier = place.earlier;
    place.earlier = null;
    place.later = null;
    place.response = null;
  }

  return {
    watch(response, { place }) {
      place.response = response;
      place.earlier = list;
      place.later = list.later;
      if (list.later) list.later.earlier = place;
      list.later = place;
    },
    release,
    announceClose() {
      for (const response of responses()) response.shouldKeepAlive = false;
    },
    stop: () => clearInterval(sweep),
  };
}
