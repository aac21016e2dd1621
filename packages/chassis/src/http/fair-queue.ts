import { Fault } from '@linescope/contract/fault';

export interface FairQueueLimits {
  /** How many run at once, of all keys and of one. */
  running: number;
  runningOfKey: number;
  /** How many of one key may wait. */
  waitingOfKey: number;
  /** How long one waits before it is told to come back. */
  waitMs: number;
}

export interface FairQueue {
  /** Runs the work when it is its turn, or says when to come back. */
  run<T>(key: number | string, work: () => Promise<T>): Promise<T>;
}

/** One who waited long may come back sooner: a place may be free by then. */
const MOST_SECONDS = 5;

interface Waiting {
  start(): void;
}

/**
 * Lets so much work run at once and the rest wait, key by key in turn: a key with a hundred waiting has no more turns than one with
 * one. `what` names the work in the sentence that refuses it.
 */
export function createFairQueue(
  what: string,
  { running, runningOfKey, waitingOfKey, waitMs }: FairQueueLimits,
): FairQueue {
  let all = 0;
  const own = new Map<number | string, number>();
  /** By key, in the order of their next turns. */
  const queues = new Map<number | string, Waiting[]>();

  function refuse(): Fault {
    const seconds = Math.min(MOST_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)));
    return new Fault('response_rate_limited', `Too many ${what} of yours are under way. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }

  const mayStart = (key: number | string): boolean => all < running && (own.get(key) ?? 0) < runningOfKey;

  function begin(key: number | string): void {
    all += 1;
    own.set(key, (own.get(key) ?? 0) + 1);
  }

  function end(key: number | string): void {
    all -= 1;
    const left = (own.get(key) ?? 1) - 1;
    if (left > 0) own.set(key, left);
    else own.delete(key);
    startWaiting();
  }

  function startWaiting(): void {
    for (const [key, queue] of queues) {
      if (all >= running) return;
      if (!mayStart(key)) continue;
      const next = queue.shift();
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      if (next) {
        begin(key);
        next.start();
      }
    }
  }

  function wait(key: number | string): Promise<void> {
    const queue = queues.get(key) ?? [];
    if (queue.length >= waitingOfKey) return Promise.reject(refuse());
    queues.set(key, queue);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) queues.delete(key);
        reject(refuse());
      }, waitMs);
      const waiting: Waiting = {
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(waiting);
    });
  }

  return {
    async run(key, work) {
      if (mayStart(key) && !queues.has(key)) begin(key);
      else await wait(key);
      try {
        return await work();
      } finally {
        end(key);
      }
    },
  };
}
