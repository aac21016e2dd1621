import { isoTimestamp } from '@linescope/contract/date-time';
import { integerInput } from '@linescope/contract/inputs';
import { count, id, timestamp } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { QUESTION_KINDS, SURVEY_STATUSES, statusOf } from '../../domain/survey.ts';
import type { Survey } from '../../store/surveys.ts';

export const surveyIdInput = integerInput({ min: 1 });

/** A list of objects as JSON; forms carry it as text. */
export const jsonList = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess(
    (value) => {
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value);
      } catch {
        return value;
      }
    },
    z
      .array(item, { error: 'must be a list, as JSON' })
      .min(1, 'must have at least one item')
      .max(max, `must have at most ${max} items`),
  );

const time = timestamp.nullable();

export const surveySchema = z
  .object({
    id,
    title: z.string(),
    status_em: z.enum(SURVEY_STATUSES),
    team_slug: z.string().nullable(),
    resource_path: z.string().nullable(),
    anonymous: z.boolean(),
    opens_at: timestamp,
    closes_at: time,
    closed_at: time,
    participant_count: count,
    response_count: count,
    questions: z.array(
      z.object({
        question_id: id,
        kind_em: z.enum(QUESTION_KINDS),
        text: z.string(),
        options: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Survey' });

export const describeSurvey = (survey: Survey, now: Date) => ({
  id: survey.id,
  title: survey.title,
  status_em: statusOf(survey, now),
  team_slug: survey.teamSlug,
  resource_path: survey.resourcePath,
  anonymous: survey.anonymous,
  opens_at: isoTimestamp(survey.opensAt),
  closes_at: survey.closesAt && isoTimestamp(survey.closesAt),
  closed_at: survey.closedAt && isoTimestamp(survey.closedAt),
  participant_count: survey.participantCount,
  response_count: survey.responseCount,
  questions: survey.questions.map((question, index) => ({
    question_id: index + 1,
    kind_em: question.kindEm,
    text: question.text,
    options: question.options,
  })),
});
