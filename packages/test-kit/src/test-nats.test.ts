import { MAX_PAYLOAD } from '@linescope/local-stores/nats';
import { connect } from 'nats';
import { expect, test } from 'vitest';
import { testNats } from './test-nats.ts';

test('a test has a JetStream server and a namespace that no other test has', async () => {
  const [first, second] = await Promise.all([testNats(), testNats()]);
  expect(first.url).toBe(second.url);
  expect(first.namespace).not.toBe(second.namespace);

  const connection = await connect({ servers: first.url });
  expect(connection.info?.max_payload).toBe(MAX_PAYLOAD);
  const manager = await connection.jetstreamManager();
  await manager.streams.add({ name: `${first.namespace}_facts`, subjects: [`${first.namespace}.facts.>`] });
  const { seq } = await connection.jetstream().publish(`${first.namespace}.facts.one`);
  expect(seq).toBe(1);
  await connection.close();
});
