import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { DayRange } from '../domain/days-off.ts';

const rangeRow = z.object({ startDate: z.string(), endDate: z.string() });
const versionRow = z.object({ version: z.number() });

/** One writer of a person's days off at a time; what was recorded so far. */
export async function lockDaysOff(tx: Transaction, committerId: number): Promise<DayRange[]> {
  await tx.run('SELECT FROM committers WHERE id = $1 FOR UPDATE', [committerId]);
  return readDaysOff(tx, committerId);
}

export const readDaysOff = (db: Queryable, committerId: number): Promise<DayRange[]> =>
  db.many(
    rangeRow,
    'SELECT start_date AS "startDate", end_date AS "endDate" FROM time_off WHERE committer_id = $1 ORDER BY start_date',
    [committerId],
  );

/** Replaces all days off of a person; returns the version of this state. */
export async function saveDaysOff(
  tx: Transaction,
  entityId: number,
  committerId: number,
  ranges: DayRange[],
): Promise<number> {
  await tx.run('DELETE FROM time_off WHERE committer_id = $1', [committerId]);
  await tx.run(
    `INSERT INTO time_off (entity_id, committer_id, start_date, end_date)
     SELECT $1, $2, range.start_date, range.end_date
     FROM unnest($3::date[], $4::date[]) AS range(start_date, end_date)`,
    [entityId, committerId, ranges.map((range) => range.startDate), ranges.map((range) => range.endDate)],
  );
  const { version } = await tx.one(
    versionRow,
    'UPDATE committers SET time_off_version = time_off_version + 1 WHERE id = $1 RETURNING time_off_version AS version',
    [committerId],
  );
  return version;
}
