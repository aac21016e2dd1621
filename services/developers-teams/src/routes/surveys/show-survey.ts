import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { z } from 'zod';
import { findVisibleSurvey } from '../../actions/surveys/survey-access.ts';
import type { Context } from '../../context.ts';
import { describeSurvey, surveyIdInput, surveySchema } from './survey-schemas.ts';

const ACTION = 'action_survey_shown';

export const showSurveyRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/surveys/:id',
    action: ACTION,
    summary: 'Show a survey',
    description: 'With its questions; `asks_you` and `you_answered` say whether the caller is to answer.',
    role: 'member',
    input: z.object({ id: surveyIdInput }),
    output: z.object({ ...envelopeShape, survey: surveySchema, asks_you: z.boolean(), you_answered: z.boolean() }),
    async handle({ id }, { principal }) {
      const { survey, part } = await findVisibleSurvey(context, principal, id);
      return ok(
        success(ACTION, survey.title, {
          survey: describeSurvey(survey, context.now()),
          asks_you: part !== null,
          you_answered: part?.answered ?? false,
        }),
      );
    },
  });
