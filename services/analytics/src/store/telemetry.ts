import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { BEFORE } from '../domain/otlp/series-days.ts';
import { TELEMETRY_FIGURES, type TelemetryFigure } from '../domain/otlp/tools.ts';

/** What is to be added to a day of a person with a tool and a model. */
export interface UsageAddition {
  day: string;
  tool: string;
  who: string;
  model: string;
  figure: TelemetryFigure;
  /** Decimals as text: exact, so that the order of additions does not matter. */
  plus: string;
  minus: string;
  times: number;
}

/** Telemetry of an entity is recorded by one request at a time. */
export const lockTelemetry = (tx: Transaction, entityId: number): Promise<number> =>
  tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`telemetry:${entityId}`]);

/** How many of the points may be taken today, and counts them. */
export async function takePoints(
  tx: Transaction,
  entityId: number,
  day: string,
  points: number,
  limit: number,
): Promise<number> {
  const row = z.object({ points: z.number() });
  const known = await tx.maybe(row, 'SELECT points FROM telemetry_days WHERE entity_id = $1 AND day = $2', [
    entityId,
    day,
  ]);
  const taken = Math.max(0, Math.min(points, limit - (known?.points ?? 0)));
  await tx.run(
    `INSERT INTO telemetry_days (entity_id, day, points) VALUES ($1, $2, $3)
     ON CONFLICT (entity_id, day) DO UPDATE SET points = telemetry_days.points + excluded.points`,
    [entityId, day, taken],
  );
  return taken;
}

/** Of these points, those that had not come before, by their keys. */
export async function addNewPoints(
  tx: Transaction,
  entityId: number,
  points: readonly { key: string; day: string }[],
): Promise<Set<string>> {
  const rows = await tx.many(
    z.object({ key: z.string() }),
    `INSERT INTO telemetry_points (entity_id, point, day)
     SELECT $1, decode(key, 'base64'), day FROM unnest($2::text[], $3::date[]) AS given (key, day)
     ON CONFLICT DO NOTHING RETURNING encode(point, 'base64') AS key`,
    [entityId, points.map(({ key }) => key), points.map(({ day }) => day)],
  );
  return new Set(rows.map(({ key }) => key));
}

const seriesRow = z.object({ series: z.string(), day: z.string(), value: z.number() });
export type SeriesValue = z.output<typeof seriesRow>;

export const readSeries = (tx: Transaction, entityId: number, series: readonly string[]): Promise<SeriesValue[]> =>
  tx.many(
    seriesRow,
    `SELECT encode(series, 'base64') AS series, day, value FROM telemetry_series
     WHERE entity_id = $1 AND series IN (SELECT decode(key, 'base64') FROM unnest($2::text[]) AS given (key))`,
    [entityId, series],
  );

export const saveSeries = (
  tx: Transaction,
  entityId: number,
  values: readonly (SeriesValue & { seenOn: string })[],
): Promise<number> =>
  tx.run(
    `INSERT INTO telemetry_series AS known (entity_id, series, day, value, seen_on)
     SELECT $1, decode(series, 'base64'), day, value, seen_on
     FROM unnest($2::text[], $3::date[], $4::double precision[], $5::date[]) AS given (series, day, value, seen_on)
     ON CONFLICT (entity_id, series, day) DO UPDATE SET value = greatest(known.value, excluded.value)`,
    [
      entityId,
      values.map(({ series }) => series),
      values.map(({ day }) => day),
      values.map(({ value }) => value),
      values.map(({ seenOn }) => seenOn),
    ],
  );

const SUMS = TELEMETRY_FIGURES.map(
  (figure) => `coalesce(sum((plus - minus) * times) FILTER (WHERE figure = '${figure}'), 0)`,
).join(', ');
const ADDED = TELEMETRY_FIGURES.map((figure) => `${figure} = known.${figure} + excluded.${figure}`).join(', ');

export const addUsages = (tx: Transaction, entityId: number, additions: readonly UsageAddition[]): Promise<number> =>
  tx.run(
    `INSERT INTO telemetry_usages AS known (entity_id, day, tool, who, model, ${TELEMETRY_FIGURES.join(', ')})
     SELECT $1, day, tool, who, model, ${SUMS}
     FROM unnest($2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::numeric[], $9::numeric[])
       AS given (day, tool, who, model, figure, plus, minus, times)
     GROUP BY day, tool, who, model
     ON CONFLICT (entity_id, day, tool, who, model) DO UPDATE SET ${ADDED}, version = nextval('telemetry_versions')`,
    [
      entityId,
      additions.map(({ day }) => day),
      additions.map(({ tool }) => tool),
      additions.map(({ who }) => who),
      additions.map(({ model }) => model),
      additions.map(({ figure }) => figure),
      additions.map(({ plus }) => plus),
      additions.map(({ minus }) => minus),
      additions.map(({ times }) => times),
    ],
  );

export interface KnownAccount {
  tool: string;
  account: string;
  email: string;
}

/** Notes whose account it is, and has what waits for that stored again. */
export async function saveAccounts(
  tx: Transaction,
  entityId: number,
  accounts: readonly KnownAccount[],
): Promise<void> {
  const tools = accounts.map(({ tool }) => tool);
  const names = accounts.map(({ account }) => account);
  const changed = await tx.run(
    `INSERT INTO telemetry_accounts AS known (entity_id, tool, account, email)
     SELECT $1, tool, account, email FROM unnest($2::text[], $3::text[], $4::text[]) AS given (tool, account, email)
     ON CONFLICT (entity_id, tool, account) DO UPDATE SET email = excluded.email WHERE known.email <> excluded.email`,
    [entityId, tools, names, accounts.map(({ email }) => email)],
  );
  if (changed === 0) return;
  await tx.run(
    `UPDATE telemetry_usages SET version = nextval('telemetry_versions')
     WHERE entity_id = $1 AND committer_id = 0 AND (tool, who) IN (
       SELECT tool, 'account:' || account FROM unnest($2::text[], $3::text[]) AS given (tool, account))`,
    [entityId, tools, names],
  );
}

export const saveReceipts = (tx: Transaction, entityId: number, tools: readonly string[], at: Date): Promise<number> =>
  tx.run(
    `INSERT INTO telemetry_receipts AS known (entity_id, tool, last_received_at)
     SELECT $1, tool, $3 FROM unnest($2::text[]) AS given (tool)
     ON CONFLICT (entity_id, tool) DO UPDATE SET last_received_at = greatest(known.last_received_at, excluded.last_received_at)`,
    [entityId, tools, at],
  );

/** Has what waits for one of these names, in lower case, stored again. Returns how many rows do. */
export const wakeWaiting = (db: Queryable, entityId: number, names: readonly string[]): Promise<number> =>
  db.run(
    `UPDATE telemetry_usages u SET version = nextval('telemetry_versions')
     WHERE entity_id = $1 AND committer_id = 0 AND (
       lower(who) = ANY($2) OR lower(substr(who, 9)) = ANY($2)
       OR EXISTS (SELECT FROM telemetry_accounts a WHERE a.entity_id = $1 AND a.tool = u.tool
         AND u.who = 'account:' || a.account AND a.email = ANY($2)))`,
    [entityId, names],
  );

/** Removes what tells repeated points once such points would be refused, and what nobody was found for. */
export async function pruneTelemetry(
  tx: Transaction,
  { pointsBefore, seriesBefore, waitingBefore }: { pointsBefore: string; seriesBefore: string; waitingBefore: string },
): Promise<void> {
  await tx.run('DELETE FROM telemetry_points WHERE day < $1', [pointsBefore]);
  await tx.run('DELETE FROM telemetry_days WHERE day < $1', [pointsBefore]);
  await tx.run(
    `WITH gone AS (
       DELETE FROM telemetry_series WHERE day < $1 AND day > $2 RETURNING entity_id, series, value, seen_on)
     INSERT INTO telemetry_series AS known (entity_id, series, day, value, seen_on)
     SELECT entity_id, series, $2, max(value), max(seen_on) FROM gone GROUP BY entity_id, series
     ON CONFLICT (entity_id, series, day) DO UPDATE SET value = greatest(known.value, excluded.value),
       seen_on = greatest(known.seen_on, excluded.seen_on)`,
    [pointsBefore, BEFORE],
  );
  await tx.run(
    `DELETE FROM telemetry_series old WHERE day = $2 AND seen_on < $1 AND NOT EXISTS (
       SELECT FROM telemetry_series newer
       WHERE newer.entity_id = old.entity_id AND newer.series = old.series AND newer.day > $2)`,
    [seriesBefore, BEFORE],
  );
  await tx.run('DELETE FROM telemetry_usages WHERE committer_id = 0 AND day < $1', [waitingBefore]);
}
