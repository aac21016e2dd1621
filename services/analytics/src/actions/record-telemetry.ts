import { createHash } from 'node:crypto';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { DAY_MS, dayOf } from '@linescope/contract/days';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { type ReadPoints, refuse, type TelemetryPoint } from '../domain/otlp/read-points.ts';
import { BEFORE, daysOfSeries } from '../domain/otlp/series-days.ts';
import { type CountedPoint, millisecondsOf, type PointUsage, usageOfPoint } from '../domain/otlp/usage-of-point.ts';
import {
  addNewPoints,
  addUsages,
  lockTelemetry,
  readSeries,
  saveAccounts,
  saveReceipts,
  saveSeries,
  takePoints,
  type UsageAddition,
} from '../store/telemetry.ts';
import { nameReporters } from './name-reporters.ts';

/** A cumulative series that stood still for so long is forgotten. */
export const SERIES_DAYS = 30;

type RecordContext = Pick<Context, 'postgres' | 'developersTeams' | 'now'> & { telemetryPointsPerDay: number };

/**
 * Adds what the points tell to the usage of people, once each, in one transaction. What cannot be taken is counted by its reason in
 * `read.refused`.
 */
export async function recordTelemetry(context: RecordContext, principal: Principal, read: ReadPoints): Promise<void> {
  const now = context.now();
  const usages: (PointUsage & { point: TelemetryPoint })[] = [];
  for (const point of read.points) {
    const usage = usageOfPoint(point, now);
    if (typeof usage === 'string') refuse(read, usage);
    else if (usage) usages.push({ ...usage, point });
  }
  const counted = await nameReporters(context, principal, usages, read);
  if (counted.length === 0) return;
  const { entityId } = principal;
  await context.postgres.transaction(async (tx) => {
    await lockTelemetry(tx, entityId);
    const limit = context.telemetryPointsPerDay;
    const taken = counted.slice(0, await takePoints(tx, entityId, dayOf(now), counted.length, limit));
    for (const _ of counted.slice(taken.length)) {
      refuse(read, `The limit of ${limit} points a day for your entity is reached.`);
    }
    const additions = [
      ...(await deltaAdditions(
        tx,
        entityId,
        taken.filter(({ point }) => point.temporality === 'delta'),
      )),
      ...(await cumulativeAdditions(
        tx,
        entityId,
        taken.filter(({ point }) => point.temporality === 'cumulative'),
        now,
      )),
    ];
    if (additions.length > 0) await addUsages(tx, entityId, additions);
    const accounts = taken.flatMap(({ tool, person: { account, email } }) =>
      account !== null && email !== null ? [{ tool, account, email }] : [],
    );
    const known = new Map(accounts.map((account) => [JSON.stringify([account.tool, account.account]), account]));
    if (known.size > 0) await saveAccounts(tx, entityId, [...known.values()]);
    await saveReceipts(tx, entityId, [...new Set(taken.map(({ tool }) => tool))], now);
  });
}

const keyOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64');

/** Points that each add something: one that came before adds nothing. */
async function deltaAdditions(
  tx: Transaction,
  entityId: number,
  counted: readonly CountedPoint[],
): Promise<UsageAddition[]> {
  const byKey = new Map(
    counted.map((one) => {
      const { series, start, at } = one.point;
      return [
        keyOf(
          series,
          String(start),
          String(at),
          one.figures.map(({ value }) => value),
        ),
        one,
      ];
    }),
  );
  if (byKey.size === 0) return [];
  const fresh = await addNewPoints(
    tx,
    entityId,
    [...byKey].map(([key, { day }]) => ({ key, day })),
  );
  return [...byKey]
    .filter(([key]) => fresh.has(key))
    .flatMap(([, one]) =>
      one.figures.map(({ value, ...figure }) => ({ ...placeOf(one), ...figure, plus: String(value), minus: '0' })),
    );
}

const placeOf = ({ tool, who, model, day }: CountedPoint) => ({ tool, who, model, day });

/** Values since a start: each day gets what the series rose by, in place of what it got before. */
async function cumulativeAdditions(
  tx: Transaction,
  entityId: number,
  counted: readonly CountedPoint[],
  now: Date,
): Promise<UsageAddition[]> {
  const bySeries = Map.groupBy(counted, ({ point }) => keyOf(point.series, String(point.start)));
  if (bySeries.size === 0) return [];
  const known = Map.groupBy(await readSeries(tx, entityId, [...bySeries.keys()]), ({ series }) => series);
  const additions: UsageAddition[] = [];
  const values: { series: string; day: string; value: number; seenOn: string }[] = [];
  for (const [series, points] of bySeries) {
    const before = new Map(known.get(series)?.map(({ day, value }) => [day, value]));
    const after = new Map(before);
    const first = points.reduce((one, other) => (other.point.at < one.point.at ? other : one));
    // What it counted before it was forgotten, or before we were told of it, was some other day's.
    const isOld = millisecondsOf(first.point.start) < now.getTime() - SERIES_DAYS * DAY_MS;
    if (isOld && before.size === 0) after.set(BEFORE, first.point.value);
    for (const { day, point } of points) after.set(day, Math.max(after.get(day) ?? 0, point.value));
    for (const [day, value] of after) {
      if (before.get(day) !== value) values.push({ series, day, value, seenOn: day === BEFORE ? first.day : day });
    }
    const [had, has] = [daysOfSeries(before), daysOfSeries(after)];
    for (const day of new Set([...had.keys(), ...has.keys()])) {
      if (had.get(day) === has.get(day)) continue;
      const [plus, minus] = [String(has.get(day) ?? 0), String(had.get(day) ?? 0)];
      for (const { figure, times } of first.figures) {
        additions.push({ ...placeOf(first), day, figure, times, plus, minus });
      }
    }
  }
  if (values.length > 0) await saveSeries(tx, entityId, values);
  return additions;
}
