import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testNats } from '@linescope/test-kit/test-nats';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { migrateClickHouse } from '../clickhouse/migrate.ts';
import { serviceSettings } from '../config/settings.ts';
import { connectBroker, openBroker } from '../events/broker.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { defineService } from './run-service.ts';

const NOBODY = '127.0.0.1:1';

const unit = defineService({
  name: 'unit',
  config: z.object(serviceSettings),
  async start(runtime) {
    await openPostgres(runtime);
    await openBroker(runtime);
    return { httpPort: 0 };
  },
});

test('a unit whose store refuses it ends with the store and the setting that names it, and without the password', async () => {
  await expect(testService(unit, { DATABASE_URL: `postgres://ada:secret@${NOBODY}/x` })).rejects.toThrow(
    /^Postgres, at DATABASE_URL, cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  );
  await expect(migrateClickHouse({ url: `http://ada:secret@${NOBODY}`, database: 'x' }, '/')).rejects.toThrow(
    /^ClickHouse, at CLICKHOUSE_URL, cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  );
});

test('whoever waits for a broker that is away says so, and goes on once it is there', async () => {
  const nats = await testNats();
  const broker = new URL(nats.url);
  const { promise: waited, resolve: onWait } = Promise.withResolvers<string>();
  const address = createServer().listen(0, '127.0.0.1');
  await once(address, 'listening');
  const { port } = address.address() as AddressInfo;
  address.close();
  await once(address, 'close');
  const connecting = connectBroker(`nats://127.0.0.1:${port}`, nats.namespace, 'identity', {
    bytes: 64 * 1024 * 1024,
    onWait,
  });
  expect(await waited).toBe(`nats://127.0.0.1:${port}`);
  const passage = createServer((socket) => {
    const there = connect(Number(broker.port), broker.hostname);
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  }).listen(port, '127.0.0.1');
  removeAfterFile(async () => void passage.close());
  await (await connecting).close();
});
