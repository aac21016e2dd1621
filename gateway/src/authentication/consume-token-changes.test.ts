import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Broker, connectBroker } from '@linescope/chassis/events/broker';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { tokenChanged } from '@linescope/contract/events/identity-events';
import { startNats } from '@linescope/local-stores/nats';
import { pickPort } from '@linescope/local-stores/ports';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testNats } from '@linescope/test-kit/test-nats';
import { beforeAll, describe, expect, test } from 'vitest';
import { KNOWN, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { hashToken } from './bearer-token.ts';

let broker: Broker;
let first: TestGateway;
let second: TestGateway;

beforeAll(async () => {
  const nats = await testNats();
  broker = await connectBroker(nats.url, nats.namespace, 'identity', { replicas: 1, bytes: 16 * 1024 * 1024 });
  removeAfterFile(() => broker.close());
  first = await startTestGateway({}, { nats });
  second = await startTestGateway({}, { nats, identity: first.identity });
  await eventually(() => first.isSubscribed() && second.isSubscribed());
});

/** As identity's outbox does. */
const sayChanged = (on: Broker, token: string) =>
  publishRaw(
    on,
    eventSubject(on.namespace, tokenChanged, 1),
    Buffer.from(
      JSON.stringify({
        id: crypto.randomUUID(),
        type: tokenChanged.type,
        entityId: 1,
        aggregateId: '1',
        aggregateVersion: 1,
        occurredAt: new Date().toISOString(),
        data: { tokenId: 1, tokenHash: hashToken(token) },
      }),
    ),
    { messageId: `identity:${crypto.randomUUID()}` },
  );

/** Well under the ten seconds after which the cache would have asked anyway, and time for a busy machine. */
const HEARD_MS = 5_000;

const statusOf = async (gateway: TestGateway, token: string) =>
  (await gateway.get('/api/v1/teams', { authorization: `Bearer ${token}` })).status;

describe('a revoked token', () => {
  test('is refused by every gateway as soon as they receive it', async () => {
    const { tokens } = first.identity;
    tokens.set('ls_leaving', KNOWN);
    expect([await statusOf(first, 'ls_leaving'), await statusOf(second, 'ls_leaving')]).toEqual([200, 200]);
    tokens.delete('ls_leaving');
    await sayChanged(broker, 'ls_leaving');
    await eventually(async () => (await statusOf(first, 'ls_leaving')) === 401, HEARD_MS);
    await eventually(async () => (await statusOf(second, 'ls_leaving')) === 401, HEARD_MS);
  });

  test('is refused though identity had begun to answer for it before', async () => {
    const { identity } = first;
    identity.tokens.set('ls_racing', KNOWN).set('ls_marker', KNOWN);
    await statusOf(first, 'ls_marker');
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    identity.beforeAnswer = () => (identity.asked.at(-1) === 'ls_racing' ? gate : Promise.resolve());
    const racing = statusOf(first, 'ls_racing');
    await eventually(() => identity.asked.includes('ls_racing'));
    identity.tokens.delete('ls_racing');
    identity.tokens.delete('ls_marker');
    await sayChanged(broker, 'ls_racing');
    await sayChanged(broker, 'ls_marker');
    await eventually(async () => (await statusOf(first, 'ls_marker')) === 401);
    open();
    expect(await racing).toBe(401);
    identity.beforeAnswer = async () => {};
  });
});

test('a changed role takes effect as fast as a revocation', async () => {
  const { tokens } = first.identity;
  tokens.set('ls_promoted', KNOWN);
  const roleOf = async () =>
    (await first.get('/api/v1/teams', { authorization: 'Bearer ls_promoted' })).body.principal.role;
  expect(await roleOf()).toBe(KNOWN.role);
  tokens.set('ls_promoted', { ...KNOWN, role: 'member' });
  await sayChanged(broker, 'ls_promoted');
  await eventually(async () => (await roleOf()) === 'member', HEARD_MS);
});

describe('without a broker', () => {
  test('the gateway starts and serves, and subscribes once the broker is there, and again after it was away', async () => {
    const port = await pickPort();
    const url = `nats://127.0.0.1:${port}`;
    const lonely = await startTestGateway({}, { nats: { url, namespace: 'lonely' } });
    const { tokens } = lonely.identity;
    expect(await statusOf(lonely, 'ls_good')).toBe(200);
    expect(lonely.isSubscribed()).toBe(false);
    expect((await lonely.get('/readyz')).body.failing).toContain('broker');

    const dataDir = await mkdtemp(join(tmpdir(), 'linescope-gateway-'));
    removeAfterFile(() => rm(dataDir, { recursive: true, force: true }));
    let server = await startNats({ dataDir, port, log: () => {} });
    removeAfterFile(() => server.stop());
    await eventually(() => lonely.isSubscribed());

    tokens.set('ls_missed', KNOWN);
    expect(await statusOf(lonely, 'ls_missed')).toBe(200);
    await server.stop();
    await eventually(() => !lonely.isSubscribed());
    expect(await statusOf(lonely, 'ls_missed')).toBe(200);
    tokens.delete('ls_missed'); // nobody can be notified
    server = await startNats({ dataDir, port, log: () => {} });
    await eventually(() => lonely.isSubscribed());
    await eventually(async () => (await statusOf(lonely, 'ls_missed')) === 401, HEARD_MS);
  });
});

test('a gateway that is stopped while the broker has not answered yet ends all the same', async () => {
  let pings = 0;
  const broker = createServer((socket) => {
    socket.write('INFO {"server_id":"x","version":"2.9.0","proto":1,"headers":true,"max_payload":1048576}\r\n');
    socket.on('data', (bytes) => {
      // The first ping is part of connecting; the next one, behind the subscription, is left without an answer.
      for (const _ping of String(bytes).matchAll(/PING\r\n/g)) {
        pings += 1;
        if (pings === 1) socket.write('PONG\r\n');
      }
    });
    socket.on('error', () => {});
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  removeAfterFile(async () => void broker.close());
  const address = broker.address();
  const url = `nats://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const stopping = await startTestGateway({}, { nats: { url, namespace: 'silent' } });
  await eventually(() => pings > 1);
  await stopping.stop();
});
