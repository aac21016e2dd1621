import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { DAY_SECONDS, dayNumber } from '@linescope/contract/days';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { businessSecondsLess } from '../segments/business-time.ts';
import { businessMinutesIn, type DaysOff } from './business-minutes.ts';

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

test.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'America/Santiago'])(
  'business minutes in %s are the same in memory as in SQL',
  async (timeZone) => {
    const spans = fc.sample(spanArbitrary, { numRuns: 300, seed: 7 });
    const rows = await clickHouse.query({
      name: 'business_minutes',
      sql: SQL,
      params: {
        time_zone: timeZone,
        day_start_s: 9 * 3600,
        day_length_s: 8 * 3600,
        holidays: HOLIDAYS,
        from: spans.map(({ from }) => from),
        until: spans.map(({ until }) => until),
        starts: spans.map(({ off }) => off.starts),
        ends: spans.map(({ off }) => off.ends),
      },
      row: z.object({ minutes: z.coerce.number() }),
    });
    const minutesIn = businessMinutesIn({
      timeZone,
      dayStartSeconds: 9 * 3600,
      dayLengthSeconds: 8 * 3600,
      holidays: HOLIDAYS.map(dayNumber),
    });
    const ours = spans.map(({ from, until, off }) => minutesIn(from, until, off));
    expect(ours).toEqual(rows.map(({ minutes }) => minutes));
    expect(Math.max(...ours)).toBeGreaterThan(10_000);
  },
);
