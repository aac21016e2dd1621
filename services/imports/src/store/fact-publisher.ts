import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Broker } from '@linescope/chassis/events/broker';
import { publishRaw } from '@linescope/chassis/events/publish';
import { subjectPrefix } from '@linescope/chassis/events/streams';
import { STORED_INBOX_HEADER } from '@linescope/facts/fact-batch';
import type { Subscription } from 'nats';

/** So many batches may be on their way: back-pressure reaches from ClickHouse to git. */
const IN_FLIGHT = 4;
/** Without a confirmation by analytics in this time, the batch is sent again: it inserts nothing the second time. */
const RESEND_MS = 30_000;

export interface FactPublisher {
  /** Resolves when another batch may be sent; `stored` settles once ClickHouse has the batch. */
  send(batch: { batchId: string; entityId: number; message: Uint8Array }): Promise<{ stored: Promise<void> }>;
  /** The largest message the broker takes. */
  maxPayload: number;
  close(): void;
}

/** Publishes batches of facts and waits for the confirmation that each is stored. */
export function createFactPublisher(
  broker: Broker,
  signal: AbortSignal,
  kind: 'git' | 'provider' = 'git',
): FactPublisher {
  const inbox = broker.createInbox();
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const subscription: Subscription = broker.connection.subscribe(inbox, {
    callback: (_error, message) => waiting.get(message.string())?.resolve(),
  });

  async function deliver(
    batchId: string,
    subject: string,
    message: Uint8Array,
    confirmed: Promise<void>,
  ): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      // Several processes may send one batch of provider facts, and each waits for its confirmation: no deduplication.
      const messageId = attempt === 0 && kind === 'git' ? batchId : `${batchId}:${randomUUID()}`;
      try {
        await publishRaw(broker, subject, message, { messageId, headers: { [STORED_INBOX_HEADER]: inbox } });
      } catch (error) {
        // A full stream or an unavailable broker: wait, then retry. Nothing is lost, the batch is still here.
        if (attempt > 1000) throw error;
        await pause(Math.min(250 * 2 ** attempt, 5_000), signal);
        continue;
      }
      if (await settlesWithin(confirmed, RESEND_MS, signal)) return;
    }
  }

  return {
    maxPayload: broker.connection.info?.max_payload ?? 1024 * 1024,
    async send({ batchId, entityId, message }) {
      while (waiting.size >= IN_FLIGHT)
        await Promise.race([...waiting.values()].map((entry) => entry.promise.catch(() => {})));
      signal.throwIfAborted();
      const confirmed = Promise.withResolvers<void>();
      waiting.set(batchId, confirmed);
      const subject = `${subjectPrefix(broker.namespace, 'FACTS')}.${entityId}.${kind}.v1`;
      const stored = deliver(batchId, subject, message, confirmed.promise).finally(() => {
        waiting.delete(batchId);
        confirmed.resolve();
      });
      stored.catch(() => {});
      return { stored };
    },
    close: () => subscription.unsubscribe(),
  };
}

async function settlesWithin(promise: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  const stop = new AbortController();
  try {
    return await Promise.race([
      promise.then(() => true),
      pause(milliseconds, AbortSignal.any([signal, stop.signal])).then(() => false),
    ]);
  } finally {
    stop.abort();
  }
}

/** Ends early, without an error, when the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch(() => {});
