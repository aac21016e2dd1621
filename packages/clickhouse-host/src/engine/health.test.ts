import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchHealth } from './health.ts';

const REFUSED = 'Code: 241. DB::Exception: (total) memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)';
const roomy = { bytes: 2 ** 27, isFull: false };
const full = { bytes: 2 ** 31, isFull: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An engine whose answers, load and heap a test sets. */
function engine() {
  const state = { refusal: undefined as string | undefined, isIdle: true, trials: 0 };
  const complaints: string[] = [];
  const lost: string[] = [];
  const health = watchHealth({
    heap: roomy,
    tryStatement: async () => {
      state.trials++;
      return state.refusal;
    },
    isIdle: () => state.isIdle,
    onComplaint: (complaint) => complaints.push(complaint),
    onLost: (complaint) => lost.push(complaint),
  });
  return { state, health, complaints, lost };
}

it('is well while a small statement is answered, though others fail', async () => {
  const { state, health, lost } = engine();
  expect(await health.complaint()).toBeUndefined();
  health.learn(roomy, true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await health.complaint()).toBeUndefined();
  expect(state.trials).toBeGreaterThan(0);
  expect(lost).toEqual([]);
});

it('says that it refuses statements, and how, and takes it back when it answers again', async () => {
  const { state, health, complaints, lost } = engine();
  state.refusal = REFUSED;
  expect(await health.complaint()).toBe(`The engine refuses statements: ${REFUSED}`);
  expect(complaints).toHaveLength(1);
  state.refusal = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await health.complaint()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lost).toEqual([]);
});

it('notices by statements that fail, without being asked, once a second at most', async () => {
  const { state, health, complaints } = engine();
  for (let statement = 0; statement < 100; statement++) {
    health.learn(roomy, true);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(state.trials).toBe(1);
  state.refusal = REFUSED;
  await vi.advanceTimersByTimeAsync(1_000);
  health.learn(roomy, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(complaints).toEqual([`The engine refuses statements: ${REFUSED}`]);
});

it.each([
  ['refuses statements', REFUSED, roomy],
  ['has a full heap', undefined, full],
])('is given up when it %s for five seconds and is idle', async (_name, refusal, heap) => {
  const { state, health, lost } = engine();
  state.refusal = refusal;
  health.learn(heap, true);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lost).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lost).toHaveLength(1);
});

it('waits longer for an engine that is busy, and not forever', async () => {
  const { state, health, lost } = engine();
  state.isIdle = false;
  health.learn(full, false);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lost).toEqual(['The engine has no memory left in its 2 GiB.']);
});

it('does not wait for a busy engine before it answers', async () => {
  const health = watchHealth({
    heap: roomy,
    tryStatement: () => new Promise(() => {}),
    isIdle: () => false,
    onComplaint: () => {},
    onLost: () => {},
  });
  expect(await health.complaint()).toBeUndefined();
  health.learn(full, false);
  expect(await health.complaint()).toBe('The engine has no memory left in its 2 GiB.');
});

it('does nothing more once it is stopped', async () => {
  const { state, health, lost } = engine();
  health.learn(full, true);
  health.stop();
  const { trials } = state;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lost).toEqual([]);
  expect(state.trials).toBe(trials);
});
