import { expect, test, vi } from 'vitest';
import { toFault } from '../http/failure-answer.ts';
import { createLogger } from '../log/logger.ts';
import { watchFreeSpace } from './free-space.ts';

const MIB = 1024 * 1024;

test('space is low below the minimum that is set, and no longer when there is more', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let free = 300 * MIB;
  const log = createLogger('test', 'silent');
  const logged = vi.spyOn(log, 'error');
  const space = watchFreeSpace({ STORAGE_DIR: '/data', MIN_FREE_BYTES: 256 * MIB }, log, () => free);
  const isLow = () => {
    vi.advanceTimersByTime(1_001);
    return space.isLow();
  };
  expect(isLow()).toBe(false);
  free = 255 * MIB;
  expect([isLow(), isLow()]).toEqual([true, true]);
  expect(logged).toHaveBeenCalledTimes(1);
  free = 300 * MIB;
  expect(isLow()).toBe(false);
  vi.useRealTimers();
});

test('a unit that does not see the disk of its stores does not judge it', () => {
  const space = watchFreeSpace(
    { STORAGE_DIR: undefined, MIN_FREE_BYTES: 256 * MIB },
    createLogger('t', 'silent'),
    () => 0,
  );
  expect(space.isLow()).toBe(false);
});

test.each([
  ['Postgres', Object.assign(new Error('could not extend file "base/5/1259"'), { code: '53100' })],
  ['ClickHouse', new Error('Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space.')],
  ['the file system', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
])('what %s says of a full disk is 503 with a sentence', (_store, error) => {
  const fault = toFault(error);
  expect([fault.status, fault.message]).toEqual([
    503,
    'The disk is full. Nothing can be recorded until there is space again.',
  ]);
  expect(fault.headers).toEqual({ 'retry-after': '60' });
});
