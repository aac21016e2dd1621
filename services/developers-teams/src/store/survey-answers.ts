import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Answer } from '../domain/survey.ts';

/** Adds one to the counts and a text to the bag, which is shuffled: what remains has no order and no author. */
export async function tallyAnswer(
  tx: Transaction,
  survey: { id: number; entityId: number },
  groupNo: number,
  { questionNo, choices, text }: Answer,
): Promise<void> {
  await tx.run(
    `INSERT INTO survey_tallies AS tally (entity_id, survey_id, question_no, group_no, answers, texts)
     VALUES ($1, $2, $3, $4, 1, array_remove(ARRAY[$5::text], NULL))
     ON CONFLICT (survey_id, question_no, group_no) DO UPDATE SET answers = tally.answers + 1,
       texts = (SELECT coalesce(array_agg(bag.text ORDER BY random()), '{}') FROM unnest(tally.texts || excluded.texts) AS bag(text))`,
    [survey.entityId, survey.id, questionNo, groupNo, text],
  );
  await tx.run(
    `INSERT INTO survey_choices AS known (entity_id, survey_id, question_no, group_no, choice, picked)
     SELECT $1, $2, $3, $4, given.choice, 1 FROM unnest($5::integer[]) AS given(choice) ORDER BY given.choice
     ON CONFLICT (survey_id, question_no, group_no, choice) DO UPDATE SET picked = known.picked + 1`,
    [survey.entityId, survey.id, questionNo, groupNo, choices],
  );
}

const groupRow = z.object({
  groupNo: z.number(),
  teamId: z.number().nullable(),
  teamName: z.string().nullable(),
  teamSlug: z.string().nullable(),
});

export const groupsOf = (db: Queryable, surveyId: number) =>
  db.many(
    groupRow,
    `SELECT group_no AS "groupNo", team_id AS "teamId", team_name AS "teamName", team_slug AS "teamSlug"
     FROM survey_groups WHERE survey_id = $1 ORDER BY group_no`,
    [surveyId],
  );

const answersRow = z.object({
  questionNo: z.number(),
  groupNo: z.number(),
  answers: z.number(),
  texts: z.array(z.string()),
});
const choicesRow = z.object({ questionNo: z.number(), groupNo: z.number(), choice: z.number(), picked: z.number() });

/** Only what the views publish is ever read; group 0 is all groups together. */
export const publishedAnswers = (db: Queryable, surveyId: number) =>
  db.many(
    answersRow,
    `SELECT question_no AS "questionNo", group_no AS "groupNo", answers,
       (SELECT coalesce(array_agg(bag.text ORDER BY random()), '{}') FROM unnest(texts) AS bag(text)) AS texts
     FROM survey_published_answers WHERE survey_id = $1`,
    [surveyId],
  );

export const publishedChoices = (db: Queryable, surveyId: number) =>
  db.many(
    choicesRow,
    `SELECT question_no AS "questionNo", group_no AS "groupNo", choice, picked
     FROM survey_published_choices WHERE survey_id = $1`,
    [surveyId],
  );
