import type { EventDefinition } from '@linescope/contract/events/define-event';
import type { z } from 'zod';
import { startHousekeeping } from '../postgres/housekeeping.ts';
import type { Postgres, Transaction } from '../postgres/postgres.ts';
import type { Runtime } from '../service/run-service.ts';
import { currentTrace, uuidV7 } from '../trace/trace-context.ts';
import type { Broker } from './broker.ts';
import { startRecovery } from './outbox-recovery.ts';
import { OUTBOX_CHANNEL, startRelay } from './outbox-relay.ts';
import { eventSubject } from './subjects.ts';

export interface NewEvent<T> {
  entityId: number;
  aggregateId: string | number;
  /** Grows with each change of the aggregate, so that consumers can drop a late event. */
  aggregateVersion: number;
  data: T;
}

export interface Outbox {
  /** Writes the event in the same transaction as the change it describes. */
  add<Data extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<Data>,
    event: NewEvent<z.input<Data>>,
  ): Promise<void>;
  /** Many events of one type in one statement, published in this order. */
  addAll<Data extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<Data>,
    events: readonly NewEvent<z.input<Data>>[],
  ): Promise<void>;
}

/** Opens the outbox and starts its relay: woken by NOTIFY, polled in case a notification was lost. */
export async function openOutbox(runtime: Runtime<unknown>, postgres: Postgres, broker: Broker): Promise<Outbox> {
  const relay = startRelay(runtime, postgres, broker);
  runtime.onStop('outbox relay', () => relay.stop());
  startHousekeeping(runtime, postgres);
  startRecovery(runtime, postgres, broker, relay.wake);
  return createOutbox(broker, () => relay.wake());
}

export function createOutbox(broker: { namespace: string; service: string }, wake: () => void = () => {}): Outbox {
  const addAll: Outbox['addAll'] = async (tx, definition, events) => {
    if (events.length === 0) return;
    const messages = events.map((event) => {
      const id = `${broker.service}:${uuidV7()}`;
      const payload = {
        id,
        type: definition.type,
        entityId: event.entityId,
        aggregateId: String(event.aggregateId),
        aggregateVersion: event.aggregateVersion,
        occurredAt: new Date().toISOString(),
        traceIdentifier: currentTrace()?.traceIdentifier,
        data: definition.data.parse(event.data),
      };
      const subject = eventSubject(broker.namespace, definition, event.entityId);
      return { id, subject, payload: JSON.stringify(payload) };
    });
    await tx.run(
      `INSERT INTO outbox (message_id, subject, payload)
       SELECT message_id, subject, payload::jsonb
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS event(message_id, subject, payload, place)
       ORDER BY place`,
      [messages.map(({ id }) => id), messages.map(({ subject }) => subject), messages.map(({ payload }) => payload)],
    );
    await tx.run(`NOTIFY ${OUTBOX_CHANNEL}`);
    tx.afterCommit(wake);
  };
  return { addAll, add: (tx, definition, event) => addAll(tx, definition, [event]) };
}
