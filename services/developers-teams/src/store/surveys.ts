import { readSqlPage, type SqlList, type SqlPage } from '@linescope/chassis/lists/sql-page';
import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { PageRequest } from '@linescope/contract/pages';
import { z } from 'zod';
import { QUESTION_KINDS, type Question } from '../domain/survey.ts';

const surveyRow = z.object({
  id: z.number(),
  entityId: z.number(),
  title: z.string(),
  questions: z.array(z.object({ kindEm: z.enum(QUESTION_KINDS), text: z.string(), options: z.array(z.string()) })),
  teamId: z.number().nullable(),
  teamSlug: z.string().nullable(),
  resourcePath: z.string().nullable(),
  repoIds: z.array(z.coerce.number()).nullable(),
  anonymous: z.boolean(),
  createdBy: z.number(),
  opensAt: z.date(),
  closesAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  participantCount: z.number(),
  responseCount: z.number(),
});
export type Survey = z.infer<typeof surveyRow>;

const SURVEYS = `SELECT surveys.id, surveys.entity_id AS "entityId", title, questions, team_id AS "teamId", team_slug AS "teamSlug",
    resource_path AS "resourcePath", repo_ids AS "repoIds", anonymous, created_by AS "createdBy", opens_at AS "opensAt",
    closes_at AS "closesAt", closed_at AS "closedAt", counts.participants AS "participantCount", counts.responses AS "responseCount"
  FROM surveys CROSS JOIN LATERAL (
    SELECT count(*) AS participants, count(*) FILTER (WHERE answered) AS responses
    FROM survey_participants WHERE survey_id = surveys.id
  ) AS counts`;

export interface NewSurvey {
  entityId: number;
  title: string;
  questions: Question[];
  teamId: number | null;
  teamSlug: string | null;
  resourcePath: string | null;
  repoIds: number[] | null;
  anonymous: boolean;
  createdBy: number;
  opensAt: Date;
  closesAt: Date | null;
}

const idRow = z.object({ id: z.number() });

export async function insertSurvey(tx: Transaction, survey: NewSurvey): Promise<number> {
  const { id } = await tx.one(
    idRow,
    `INSERT INTO surveys
       (entity_id, title, questions, team_id, team_slug, resource_path, repo_ids, anonymous, created_by, opens_at, closes_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      survey.entityId,
      survey.title,
      JSON.stringify(survey.questions),
      survey.teamId,
      survey.teamSlug,
      survey.resourcePath,
      survey.repoIds,
      survey.anonymous,
      survey.createdBy,
      survey.opensAt,
      survey.closesAt,
    ],
  );
  return id;
}

export const findSurvey = (db: Queryable, entityId: number, id: number): Promise<Survey | null> =>
  db.maybe(surveyRow, `${SURVEYS} WHERE surveys.entity_id = $1 AND surveys.id = $2`, [entityId, id]);

/** Keeps the survey as it is until the transaction ends: nobody closes it while an answer is being counted. */
export const lockSurvey = (tx: Transaction, id: number): Promise<number> =>
  tx.run('SELECT FROM surveys WHERE id = $1 FOR SHARE', [id]);

/** Waits for the answers under way: nobody answers while the survey is counted. */
export const lockSurveyForCount = (tx: Transaction, id: number): Promise<number> =>
  tx.run('SELECT FROM surveys WHERE id = $1 FOR UPDATE', [id]);

export const closeSurvey = (tx: Transaction, id: number, at: Date): Promise<number> =>
  tx.run('UPDATE surveys SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL', [id, at]);

/** Surveys whose time has come, held so that one replica opens each. */
export const takeUnopened = (tx: Transaction, entityId: number, now: Date): Promise<Survey[]> =>
  tx.many(
    surveyRow,
    `${SURVEYS} WHERE surveys.entity_id = $1 AND NOT opened AND opens_at <= $2 ORDER BY surveys.id FOR UPDATE OF surveys`,
    [entityId, now],
  );

export const markOpened = (tx: Transaction, id: number): Promise<number> =>
  tx.run('UPDATE surveys SET opened = true WHERE id = $1', [id]);

/** The newest first: all, or those about the teams a caller manages and those that ask one of their own identities. */
export async function listSurveys(
  db: Queryable,
  filter: { entityId: number; all: boolean; managedTeamIds: number[]; ownIds: number[] },
  request: PageRequest,
): Promise<SqlPage & { surveys: Survey[] }> {
  const where = `surveys.entity_id = $1 AND ($2 OR team_id = ANY($3) OR EXISTS (
    SELECT FROM survey_participants JOIN committers ON committers.id = survey_participants.committer_id
    WHERE survey_participants.survey_id = surveys.id AND committers.primary_id = ANY($4)))`;
  const params = [filter.entityId, filter.all, filter.managedTeamIds, filter.ownIds];
  const list: SqlList = { from: 'surveys', where, params, order: [['surveys.id', 'bigint']], descending: true };
  const page = await readSqlPage(db, list, request);
  const surveys = await db.many(surveyRow, `${SURVEYS} WHERE surveys.id = ANY($1) ORDER BY surveys.id DESC`, [
    page.ids,
  ]);
  return { ...page, surveys };
}
