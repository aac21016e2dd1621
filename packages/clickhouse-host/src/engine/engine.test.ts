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

/**
 * Beside many statements of another, five of a customer, each asked for when the one before was answered; and how many of the others
 * ended between them.
 */
async function betweenAnswers(ms: number, over: Partial<EngineRequest> = {}): Promise<number> {
  const { engine, ask, ended } = await startLane();
  const many = Array.from({ length: 10 }, () => ask('other', ms, over));
  await Promise.race(many);
  await ask('quiet', 5);
  const first = ended.length;
  for (let n = 0; n < 4; n += 1) {
    await delay(2); // on its way to the service and back
    await ask('quiet', 5);
  }
  const between = ended.slice(first).filter((customer) => customer === 'other').length;
  await Promise.all(many);
  await engine.stop();
  return between;
}

it('does not begin another’s long statement in the moment after an answer', async () => {
  expect(await betweenAnswers(80)).toBe(0);
});

it('lets work in the background have every fourth turn all the same', async () => {
  const asker = { client: 'service reads in the background', onBehalfOf: 'other' };
  expect(await betweenAnswers(80, { inBackground: true, asker })).toBe(1);
});

it('begins at once what takes no longer than a short statement', async () => {
  expect(await betweenAnswers(20)).toBeGreaterThan(0);
});
