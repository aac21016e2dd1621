import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Survey } from './surveys.ts';

const personRow = z.object({ committerId: z.number(), teamIds: z.array(z.coerce.number()) });
const teamRow = z.object({ id: z.number(), parentId: z.number().nullable(), name: z.string(), slug: z.string() });
export type SurveyTeam = z.infer<typeof teamRow>;

/** Teams whose results are separate: the survey's team with those below, else all. */
export const teamsOfSurvey = (db: Queryable, entityId: number, teamIds: number[] | null): Promise<SurveyTeam[]> =>
  db.many(
    teamRow,
    `SELECT id, parent_id AS "parentId", name, slug FROM teams
     WHERE entity_id = $1 AND NOT is_default AND ($2::bigint[] IS NULL OR id = ANY($2)) ORDER BY id`,
    [entityId, teamIds],
  );

/** Whom a survey asks, with the teams they are in on the day: people who are processed, in its teams or repos. */
export const findRespondents = (
  db: Queryable,
  request: { entityId: number; teamIds: number[] | null; repoIds: number[] | null; day: string },
): Promise<{ committerId: number; teamIds: number[] }[]> =>
  db.many(
    personRow,
    `SELECT person.id AS "committerId", array_remove(array_agg(DISTINCT member.team_id), NULL) AS "teamIds"
     FROM committers AS person
     LEFT JOIN team_members AS member
       ON member.committer_id = person.id AND member.from_day <= $4 AND (member.until_day IS NULL OR member.until_day > $4)
     WHERE person.entity_id = $1 AND person.is_person AND NOT person.bot
       AND person.processing_status_em <> 'not_processing'
       AND ($2::bigint[] IS NULL OR member.team_id = ANY($2))
       AND ($3::bigint[] IS NULL OR person.id IN (
         SELECT primary_id FROM committer_repos WHERE repo_id = ANY($3)))
     GROUP BY person.id ORDER BY person.id`,
    [request.entityId, request.teamIds, request.repoIds, request.day],
  );

export interface SurveyGroup {
  groupNo: number;
  team: SurveyTeam | null;
  committerIds: number[];
}

export async function saveGroup(tx: Transaction, survey: Survey, group: SurveyGroup): Promise<void> {
  await tx.run(
    'INSERT INTO survey_groups (entity_id, survey_id, group_no, team_id, team_name, team_slug) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      survey.entityId,
      survey.id,
      group.groupNo,
      group.team?.id ?? null,
      group.team?.name ?? null,
      group.team?.slug ?? null,
    ],
  );
  await tx.run(
    `INSERT INTO survey_participants (entity_id, survey_id, committer_id, group_no)
     SELECT $1, $2, respondent.id, $3 FROM unnest($4::bigint[]) AS respondent(id)`,
    [survey.entityId, survey.id, group.groupNo, group.committerIds],
  );
}

const participantRow = z.object({ committerId: z.number(), groupNo: z.number(), answered: z.boolean() });

/** The caller's part in a survey, under whichever identity they were asked. */
export const participation = (db: Queryable, surveyId: number, ownIds: number[]) =>
  db.maybe(
    participantRow,
    `SELECT survey_participants.committer_id AS "committerId", group_no AS "groupNo", bool_or(answered) OVER () AS answered
     FROM survey_participants JOIN committers ON committers.id = survey_participants.committer_id
     WHERE survey_id = $1 AND committers.primary_id = ANY($2) ORDER BY survey_participants.committer_id LIMIT 1`,
    [surveyId, ownIds],
  );

/** False where they have answered meanwhile. */
export const markAnswered = async (tx: Transaction, surveyId: number, committerId: number): Promise<boolean> =>
  (await tx.run(
    'UPDATE survey_participants SET answered = true WHERE survey_id = $1 AND committer_id = $2 AND NOT answered',
    [surveyId, committerId],
  )) === 1;

const committerRow = z.object({ id: z.number() });

export const answeredCommitters = async (db: Queryable, surveyId: number): Promise<number[]> =>
  (
    await db.many(
      committerRow,
      'SELECT committer_id AS id FROM survey_participants WHERE survey_id = $1 AND answered',
      [surveyId],
    )
  ).map(({ id }) => id);

const nameRow = z.object({ userName: z.string() });

/** Who has answered, never what; of surveys that are not anonymous. */
export const respondentsOf = async (db: Queryable, surveyId: number): Promise<string[]> =>
  (
    await db.many(
      nameRow,
      `SELECT DISTINCT person.user_name AS "userName" FROM survey_participants
       JOIN committers ON committers.id = survey_participants.committer_id
       JOIN committers AS person ON person.id = committers.primary_id
       WHERE survey_id = $1 AND answered ORDER BY 1`,
      [surveyId],
    )
  ).map((row) => row.userName);
