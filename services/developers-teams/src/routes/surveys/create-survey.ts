import { created, defineRoute } from '@linescope/chassis/http/route';
import { checkTogether } from '@linescope/contract/check-together';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { booleanInput, dateTimeInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { createSurvey, surveyFaults } from '../../actions/surveys/create-survey.ts';
import { findVisibleSurvey } from '../../actions/surveys/survey-access.ts';
import type { Context } from '../../context.ts';
import { QUESTION_KINDS } from '../../domain/survey.ts';
import { wellFormedInput } from '../inputs.ts';
import { describeSurvey, jsonList, surveySchema } from './survey-schemas.ts';

const ACTION = 'action_survey_created';

const questionInput = z
  .object({
    kind_em: z.enum(QUESTION_KINDS),
    text: wellFormedInput({ max: 1000 }),
    options: stringArrayInput({ maxItems: 50, maxLength: 200 })
      .transform((options) => options.map((option) => option.toWellFormed()))
      .default([]),
  })
  .superRefine(({ kind_em, options }, issues) => {
    const chooses = kind_em === 'single_choice' || kind_em === 'multiple_choice';
    if (chooses && options.length < 2)
      issues.addIssue({ code: 'custom', path: ['options'], message: 'must have at least 2 items' });
    if (!chooses && options.length > 0)
      issues.addIssue({ code: 'custom', path: ['options'], message: `must be absent for ${kind_em}` });
  })
  .transform(({ kind_em, text, options }) => ({ kindEm: kind_em, text, options }));

export const createSurveyRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    statuses: [201],
    path: '/surveys',
    action: ACTION,
    summary: 'Create a survey',
    description:
      'Asks the developers of a team (with its child teams) or of a resource, as they are when it opens. Each question is ' +
      '`{kind_em, text, options}`, with options for choices only. Managers ask their own teams. `anonymous=false` lets the ' +
      'results say who answered; what anybody answered is never known.',
    role: 'manager',
    input: checkTogether(
      z.object({
        title: stringInput({ max: 200 }),
        questions: jsonList(questionInput, 50),
        team_slug: stringInput({ max: 100 }).optional(),
        resource_path: resourcePathInput.optional(),
        opens_at: dateTimeInput().optional(),
        closes_at: dateTimeInput().optional(),
        anonymous: booleanInput.default(true),
      }),
      (sound) => surveyFaults(sound, context.now()),
    )
      .refine((given) => given.team_slug !== undefined || given.resource_path !== undefined, {
        path: ['team_slug'],
        error: 'is required, unless resource_path is given',
        when: () => true, // also where another parameter is at fault
      })
      .refine((given) => given.team_slug === undefined || given.resource_path === undefined, {
        path: ['team_slug'],
        error: 'must be absent where resource_path is given',
        when: () => true,
      }),
    output: z.object({ ...envelopeShape, survey: surveySchema }),
    async handle(given, { principal }) {
      const id = await createSurvey(context, principal, given);
      const { survey } = await findVisibleSurvey(context, principal, id);
      return created(success(ACTION, 'The survey is created.', { survey: describeSurvey(survey, context.now()) }));
    },
  });
