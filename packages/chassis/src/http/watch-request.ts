import type { ServerResponse } from 'node:http';
import { Fault } from '@linescope/contract/fault';

const DEADLINE_MS = 30_000;

export interface WatchedRequest {
  /** Aborted when the client goes away, or when the request has taken too long. */
  signal: AbortSignal;
  /** From now on it may take as long as it likes. */
  stopClock(): void;
}

/** With a timer that ends with the answer: `AbortSignal.timeout` and `any` leave weak references behind for each request. */
export function watchRequest(response: ServerResponse): WatchedRequest {
  const controller = new AbortController();
  const clock = setTimeout(() => controller.abort(tookTooLong()), DEADLINE_MS).unref();
  const stopClock = () => clearTimeout(clock);
  response.once('close', () => {
    stopClock();
    if (!response.writableFinished) controller.abort(clientGone());
  });
  return { signal: controller.signal, stopClock };
}

export const clientGone = (): Fault => new Fault('response_timeout', 'The client went away.');

const tookTooLong = (): Fault => new Fault('response_timeout', 'The request took too long. Try again.');
