import { created, defineRoute } from '@linescope/chassis/http/route';
import { envelopeSchema, success } from '@linescope/contract/envelope';
import { integerInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { answerSurvey } from '../../actions/surveys/answer-survey.ts';
import type { Context } from '../../context.ts';
import { jsonList, surveyIdInput } from './survey-schemas.ts';

const ACTION = 'action_survey_answered';

export const answerSurveyRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    statuses: [201],
    path: '/surveys/:id/responses',
    action: ACTION,
    summary: 'Answer a survey',
    description:
      'Once for each developer it asks. `answers` is a list of `{question_id, value}`: a number for ratings, an option or a list of options for ' +
      'choices, or a text; questions may be left out. Answers are kept as counts and shuffled texts, apart from who answered.',
    role: 'member',
    unlinked: true,
    input: z.object({
      id: surveyIdInput,
      answers: jsonList(z.object({ question_id: integerInput({ min: 1 }), value: z.unknown() }), 50),
    }),
    output: envelopeSchema,
    async handle({ id, answers }, { principal }) {
      await answerSurvey(context, principal, id, answers);
      return created(success(ACTION, 'Thank you. Your answers are counted.'));
    },
  });
