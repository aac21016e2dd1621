import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startNats } from '@linescope/local-stores/nats';
import { pickPort } from '@linescope/local-stores/ports';
import type { RunningProcess } from '@linescope/local-stores/running-process';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { countingService, storedNumbers } from '../support/counting-service.ts';
import { freeze } from '../support/faults.ts';

const PATIENCE_MS = 60_000;

/** Three servers that keep every stream together, as the chart has them, each with a folder of its own. */
async function startCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-brokers-'));
  const places = await Promise.all([0, 1, 2].map(async () => ({ client: await pickPort(), route: await pickPort() })));
  const servers: RunningProcess[] = [];
  const folderOf = (index: number) => join(folder, `nats-${index}`);
  const start = async (index: number) => {
    const { client = 0, route = 0 } = places[index] ?? {};
    const ports = places.map((place) => place.route);
    const cluster = { serverName: `nats-${index}`, port: route, ports };
    servers[index] = await startNats({ dataDir: folderOf(index), port: client, log: () => {}, cluster });
  };
  const kill = async (index: number) => {
    const server = servers[index];
    if (!server) throw new Error(`nats-${index} does not run`);
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
  };
  removeAfterFile(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.all([start(0), start(1), start(2)]);
  return {
    url: places.map(({ client }) => `nats://127.0.0.1:${client}`).join(','),
    start,
    kill,
    pidOf: (index: number) => servers[index]?.pid,
    empty: (index: number) => rm(folderOf(index), { recursive: true }),
  };
}

test('of three brokers one may be killed, cut off or replaced by an empty one under load: nothing is lost', async () => {
  const cluster = await startCluster();
  const { started } = await testService(countingService, {
    NATS_URL: cluster.url,
    NATS_NAMESPACE: 'three',
    NATS_REPLICAS: '3',
  });
  const { broker, count, received } = started;
  const stream = `${broker.namespace}_EVENTS`;
  const isWhole = async () => {
    const { cluster: group, state } = await broker.manager.streams.info(stream);
    const others = group?.replicas ?? [];
    return state.messages > 0 && others.length === 2 && others.every(({ current, offline }) => current && !offline);
  };

  let [number, counting] = [0, true];
  const load = (async () => {
    while (counting) {
      number += 1;
      await count(number);
      await delay(2);
    }
  })();
  await eventually(isWhole, PATIENCE_MS);
  await cluster.kill(0);
  await eventually(() => number > 100);
  await cluster.start(0);
  await eventually(isWhole, PATIENCE_MS);

  await freeze(cluster.pidOf(1), 4_000);
  await eventually(isWhole, PATIENCE_MS);

  await cluster.kill(2);
  await cluster.empty(2);
  await cluster.start(2);
  await eventually(isWhole, PATIENCE_MS);
  // What the new one has is enough for the others to go as well.
  await cluster.kill(0);
  await cluster.start(0);
  await eventually(isWhole, PATIENCE_MS);

  counting = false;
  await load;
  await eventually(() => received.size === number, PATIENCE_MS);
  await eventually(async () => (await storedNumbers(broker)).size === number, PATIENCE_MS);
  expect(number).toBeGreaterThan(200);
}, 240_000);
