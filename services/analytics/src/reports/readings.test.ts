import { expect, test } from 'vitest';
import { createReadings, PATIENCE_MS } from './readings.ts';

function readingsAt(times: string[]) {
  const warnings: unknown[][] = [];
  let clock = new Date(times[0] ?? 0);
  const readings = createReadings({
    log: { warn: (...said: unknown[]) => void warnings.push(said) },
    now: () => clock,
  });
  const fail = async (time: string, key: string, error: Error) => {
    clock = new Date(time);
    readings.begin(key, { what: 'daily sums', entityId: 7, again: key }, () => Promise.reject(error));
    await readings.settled();
  };
  return { fail, warnings };
}

test('an operator finds what could not be read into memory, of which entity and why', async () => {
  const { fail, warnings } = readingsAt(['2026-03-02T00:00:00Z']);
  const error = new Error('the store is down');
  await fail('2026-03-02T00:00:00Z', 'one', error);
  expect(warnings).toEqual([
    [{ err: error, what: 'daily sums', entityId: 7, failuresUnsaid: 0 }, 'reading rows into memory failed'],
  ]);
});

test('of many failures one is logged a minute, with how many were not', async () => {
  const { fail, warnings } = readingsAt(['2026-03-02T00:00:00Z']);
  const error = new Error('the store is down');
  for (const second of ['00', '01', '59']) await fail(`2026-03-02T00:00:${second}Z`, 'one', error);
  expect(warnings).toHaveLength(1);
  await fail('2026-03-02T00:01:00Z', 'two', error);
  expect(warnings.map(([fields]) => fields)).toEqual([
    expect.objectContaining({ failuresUnsaid: 0 }),
    expect.objectContaining({ failuresUnsaid: 2 }),
  ]);
});

test('a reading that failed is tried again, and one under way is not begun twice', async () => {
  let begun = 0;
  const readings = createReadings({ log: { warn: () => {} }, now: () => new Date() });
  const read = () => {
    begun += 1;
    return Promise.reject(new Error('the store is down'));
  };
  readings.begin('key', { what: 'cohorts', entityId: 7, again: 'key' }, read);
  readings.begin('key', { what: 'cohorts', entityId: 7, again: 'key' }, read);
  await readings.settled();
  expect(begun).toBe(1);
  readings.begin('key', { what: 'cohorts', entityId: 7, again: 'key' }, read);
  await readings.settled();
  expect(begun).toBe(2);
});

test('a report waits for a reading that ends soon, and not for one that took long the last time', async () => {
  let ms = 0;
  const readings = createReadings({ log: { warn: () => {} }, now: () => new Date(ms) });
  const reading = { what: 'cohorts', entityId: 7, again: 'cohorts of 7' };
  const waitedFor = async (key: string, read: () => Promise<void>) => {
    const awaited: Promise<boolean>[] = [];
    readings.begin(key, reading, read, (one) => awaited.push(one));
    return Promise.all(awaited);
  };
  const slow = async () => {
    ms += PATIENCE_MS + 1;
  };
  expect(await waitedFor('stamp 1', () => Promise.resolve())).toEqual([true]);
  expect(await waitedFor('stamp 2', () => Promise.reject(new Error('the store is down')))).toEqual([false]);
  expect(await waitedFor('stamp 3', slow)).toEqual([true]);
  expect(await waitedFor('stamp 4', () => Promise.resolve())).toEqual([]);
});
