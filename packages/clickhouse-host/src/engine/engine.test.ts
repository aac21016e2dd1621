import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DriverEvents, EngineDriver } from './driver.ts';
import { type EngineRequest, startEngine } from './engine.ts';
import type { EngineJob } from './messages.ts';

const HEAP = { bytes: 0, isFull: false };

/** A lane that takes as many milliseconds for a statement as its text says. */
async function oneLane({ onMessage }: DriverEvents): Promise<EngineDriver> {
  return {
    name: 'wasm',
    lanes: 1,
    heap: HEAP,
    heapEndBytes: 1,
    memoryPerStatement: 1,
    pathInEngine: (path) => path,
    async run({ id, statement }: EngineJob) {
      await delay(Number(statement));
      onMessage({ type: 'done', id, heap: HEAP, statistics: { resultRows: 0, readRows: 0, readBytes: 0 } });
    },
    cancel: () => {},
    stop: async () => {},
    kill: () => {},
  };
}

async function startLane() {
  const engine = await startEngine({
    startDriver: oneLane,
    queueCapacity: 100,
    patienceMs: [60_000],
    onCrash: () => {},
    onComplaint: () => {},
    onLost: () => {},
  });
  const ended: string[] = [];
  const ask = async (customer: string, ms: number, over: Partial<EngineRequest> = {}) => {
    const request: EngineRequest = {
      job: { statement: String(ms), format: 'Null', database: '', settings: {}, params: {}, ownSession: false },
      asker: { client: 'service reads', onBehalfOf: customer },
      maxSeconds: 60,
      cancellable: true,
      inBackground: false,
      onChunk: () => {},
      ...over,
    };
    await engine.run(request, new AbortController().signal);
    ended.push(customer);
  };
  return { engine, ended, ask };
}

/** Five statements of a customer, each asked for when the one before was answered; and how many of others ended between them. */
async function askOn({ ask, ended }: Awaited<ReturnType<typeof startLane>>): Promise<number> {
  await ask('quiet', 5);
  const first = ended.length;
  for (let n = 0; n < 4; n += 1) {
    await delay(2); // on its way to the service and back
    await ask('quiet', 5);
  }
  return ended.slice(first).filter((customer) => customer !== 'quiet').length;
}

it('does not begin another’s long statement in the moment after an answer', async () => {
  const lane = await startLane();
  const many = Array.from({ length: 10 }, () => lane.ask('busy', 80));
  await Promise.race(many);
  expect(await askOn(lane)).toBe(0);
  await Promise.all(many);
  await lane.engine.stop();
});

it('lets work in the background have every fourth turn all the same', async () => {
  const lane = await startLane();
  const background = { inBackground: true, asker: { client: 'service reads in the background', onBehalfOf: 'busy' } };
  const many = Array.from({ length: 10 }, () => lane.ask('busy', 80, background));
  await Promise.race(many);
  expect(await askOn(lane)).toBe(1);
  await Promise.all(many);
  await lane.engine.stop();
});

it('begins at once what takes no longer than a short statement', async () => {
  const lane = await startLane();
  const many = Array.from({ length: 10 }, () => lane.ask('other', 20));
  await Promise.race(many);
  expect(await askOn(lane)).toBeGreaterThan(0);
  await Promise.all(many);
  await lane.engine.stop();
});
