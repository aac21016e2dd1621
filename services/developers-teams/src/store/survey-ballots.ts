import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

export interface SealedBallot {
  surveyId: number;
  ballot: string;
  sealed: string;
}

const ballotRow = z.object({ surveyId: z.number(), ballot: z.string(), sealed: z.string() });
const COLUMNS = 'survey_id AS "surveyId", ballot, sealed';

export const insertBallot = (tx: Transaction, entityId: number, { surveyId, ballot, sealed }: SealedBallot) =>
  tx.run('INSERT INTO survey_ballots (entity_id, survey_id, ballot, sealed) VALUES ($1, $2, $3, $4)', [
    entityId,
    surveyId,
    ballot,
    sealed,
  ]);

export const deleteBallot = (db: Queryable, surveyId: number, ballot: string) =>
  db.run('DELETE FROM survey_ballots WHERE survey_id = $1 AND ballot = $2', [surveyId, ballot]);

/** Removes and returns all of a survey. */
export const takeBallots = (tx: Transaction, surveyId: number): Promise<SealedBallot[]> =>
  tx.many(ballotRow, `DELETE FROM survey_ballots WHERE survey_id = $1 RETURNING ${COLUMNS}`, [surveyId]);

export const lockBallots = (tx: Transaction): Promise<SealedBallot[]> =>
  tx.many(ballotRow, `SELECT ${COLUMNS} FROM survey_ballots FOR UPDATE`);

export const resealBallot = (tx: Transaction, { surveyId, ballot, sealed }: SealedBallot) =>
  tx.run('UPDATE survey_ballots SET sealed = $3 WHERE survey_id = $1 AND ballot = $2', [surveyId, ballot, sealed]);
