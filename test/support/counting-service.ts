import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceSettings } from '@linescope/chassis/config/settings';
import { type Broker, openBroker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { defineService } from '@linescope/chassis/service/run-service';
import { defineEvent } from '@linescope/contract/events/define-event';
import { z } from 'zod';

const counted = defineEvent('numbers', 'number_counted', 1, z.object({ number: z.number() }));

/** Publishes numbers by its outbox, and receives them. */
export const countingService = defineService({
  name: 'numbers',
  config: z.object(serviceSettings),
  async start(runtime) {
    const postgres = await openPostgres(runtime);
    const folder = await mkdtemp(join(tmpdir(), 'linescope-migrations-'));
    await writeFile(join(folder, '0001_numbers.sql'), 'CREATE TABLE numbers (id bigint)');
    await migratePostgres(postgres, folder);
    const broker = await openBroker(runtime);
    const outbox = await openOutbox(runtime, postgres, broker);
    const received = new Set<number>();
    await consumeEvent(runtime, broker, counted, async ({ data }) => void received.add(data.number));
    const count = (number: number) =>
      postgres.transaction((tx) =>
        outbox.add(tx, counted, { entityId: 1, aggregateId: number, aggregateVersion: 1, data: { number } }),
      );
    return { httpPort: 0, received, count, broker };
  },
});

/** What the stream holds, whoever consumed it. */
export async function storedNumbers(broker: Broker): Promise<Set<number>> {
  const stream = `${broker.namespace}_EVENTS`;
  const { state } = await broker.manager.streams.info(stream);
  const found = new Set<number>();
  const messages = await (await broker.jetStream.consumers.get(stream)).fetch({
    max_messages: state.messages,
    expires: 5_000,
  });
  for await (const message of messages) found.add(z.object({ data: counted.data }).parse(message.json()).data.number);
  return found;
}
