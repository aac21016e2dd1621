import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { DAY_SECONDS, dayNumber } from '@linescope/contract/days';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { businessSecondsLess } from '../segments/business-time.ts';
import { businessMinutesIn, type DaysOff } from './business-minutes.ts';
import { changedDaysIn } from './clock-changes.ts';

const { url } = await testClickHouse();
const clickHouse = createClickHouse(url, 'default');
removeAfterFile(() => clickHouse.close());

const HOLIDAYS = ['2026-01-01', '2026-03-06', '2026-12-25', '2027-01-01'];
const FIRST = dayNumber('2025-12-01');
const momentArbitrary = fc
  .integer({ min: FIRST * DAY_SECONDS, max: (FIRST + 500) * DAY_SECONDS })
  .map((second) => second * 1000);
const offArbitrary = fc
  .uniqueArray(fc.integer({ min: FIRST, max: FIRST + 500 }), { maxLength: 6 })
  .map((days): DaysOff => {
    const sorted = days.toSorted((one, other) => one - other);
    const starts = sorted.filter((_, index) => index % 2 === 0);
    return { starts, ends: starts.map((start, index) => sorted[index * 2 + 1] ?? start) };
  });
const spanArbitrary = fc.record({ from: momentArbitrary, until: momentArbitrary, off: offArbitrary });

const SQL = `
  SELECT intDiv(${businessSecondsLess('from_at', 'until_at', 'off_starts', 'off_ends').text}, 60) AS minutes
  FROM (
    SELECT fromUnixTimestamp64Milli(from_ms, 'UTC') AS from_at, fromUnixTimestamp64Milli(until_ms, 'UTC') AS until_at,
      arrayMap(day -> toDate32(day), starts) AS off_starts, arrayMap(day -> toDate32(day), ends) AS off_ends
    FROM system.one
    ARRAY JOIN {from:Array(Int64)} AS from_ms, {until:Array(Int64)} AS until_ms, {starts:Array(Array(Int32))} AS starts, {ends:Array(Array(Int32))} AS ends
  )`;

interface Hours {
  timeZone: string;
  start: number;
  length: number;
}

const inMemory = ({ timeZone, start, length }: Hours) => {
  const hours = { timeZone, dayStartSeconds: start * 3600, dayLengthSeconds: length * 3600 };
  const holidays = HOLIDAYS.map(dayNumber);
  return businessMinutesIn({ ...hours, holidays, changedDays: changedDaysIn(hours) });
};

async function inSql({ timeZone, start, length }: Hours, spans: { from: number; until: number; off: DaysOff }[]) {
  const changed = changedDaysIn({ timeZone, dayStartSeconds: start * 3600, dayLengthSeconds: length * 3600 });
  const rows = await clickHouse.query({
    name: 'business_minutes',
    sql: SQL,
    params: {
      time_zone: timeZone,
      day_start_s: start * 3600,
      day_length_s: length * 3600,
      holidays: HOLIDAYS,
      changed_days: changed.map(({ day }) => day),
      changed_opens_s: changed.map(({ opens }) => opens),
      changed_lengths_s: changed.map(({ lengthSeconds }) => lengthSeconds),
      from: spans.map(({ from }) => from),
      until: spans.map(({ until }) => until),
      starts: spans.map(({ off }) => off.starts),
      ends: spans.map(({ off }) => off.ends),
    },
    row: z.object({ minutes: z.coerce.number() }),
  });
  return rows.map(({ minutes }) => minutes);
}

test.each<Hours>([
  { timeZone: 'UTC', start: 9, length: 8 },
  { timeZone: 'America/New_York', start: 9, length: 8 },
  { timeZone: 'Asia/Kathmandu', start: 9, length: 8 },
  { timeZone: 'America/Santiago', start: 0, length: 24 },
  { timeZone: 'Africa/Cairo', start: 0, length: 24 },
])('business minutes in $timeZone are the same in memory as in SQL', async (hours) => {
  const spans = fc.sample(spanArbitrary, { numRuns: 300, seed: 7 });
  const minutesIn = inMemory(hours);
  const ours = spans.map(({ from, until, off }) => minutesIn(from, until, off));
  expect(ours).toEqual(await inSql(hours, spans));
  expect(Math.max(...ours)).toBeGreaterThan(10_000);
});

test('a business day in which clocks change has the minutes that pass in it', async () => {
  // Cairo: on Friday 24 April 2026 0:00 becomes 1:00; on Thursday 29 October 24:00 becomes 23:00.
  const cairo = { timeZone: 'Africa/Cairo', start: 0, length: 24 };
  const off = { starts: [], ends: [] };
  const span = (from: string, until: string, free: DaysOff = off) => ({
    from: Date.parse(from),
    until: Date.parse(until),
    off: free,
  });
  const friday = dayNumber('2026-04-24');
  const spans = [
    span('2026-04-23T21:00:00Z', '2026-04-24T01:00:00Z'), // Thursday 23:00 to Friday 4:00
    span('2026-04-23T22:30:00Z', '2026-04-26T22:00:00Z'), // Friday 1:30 to Monday 1:00
    span('2026-10-29T19:00:00Z', '2026-10-29T23:00:00Z'), // Thursday 22:00 to Friday 1:00
    span('2026-04-23T12:00:00Z', '2026-04-26T22:00:00Z', { starts: [friday], ends: [friday] }),
  ];
  const minutesIn = inMemory(cairo);
  const expected = [4 * 60, 22.5 * 60 + 60, 4 * 60, 10 * 60 + 60];
  expect(spans.map(({ from, until, off: free }) => minutesIn(from, until, free))).toEqual(expected);
  expect(await inSql(cairo, spans)).toEqual(expected);
  expect(changedDaysIn({ timeZone: 'Africa/Cairo', dayStartSeconds: 9 * 3600, dayLengthSeconds: 8 * 3600 })).toEqual(
    [],
  );
});
