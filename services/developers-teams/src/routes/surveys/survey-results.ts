import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { conflict } from '@linescope/contract/fault';
import { id } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { countBallots } from '../../actions/surveys/count-ballots.ts';
import { readResults } from '../../actions/surveys/read-results.ts';
import { findManagedSurvey } from '../../actions/surveys/survey-access.ts';
import type { Context } from '../../context.ts';
import { QUESTION_KINDS, statusOf } from '../../domain/survey.ts';
import { respondentsOf } from '../../store/survey-people.ts';
import { describeSurvey, surveyIdInput, surveySchema } from './survey-schemas.ts';

const ACTION = 'action_survey_results';

const shownShape = {
  withheld: z.boolean(),
  count: z.number().nullable(),
  mean: z.number().nullable(),
  nps: z.number().nullable(),
  distribution: z.record(z.string(), z.number()).nullable(),
  texts: z.array(z.string()).nullable(),
};

export const surveyResultsRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/surveys/:id/results',
    failures: ['response_conflict'],
    action: ACTION,
    summary: "Read a survey's results",
    description:
      'After the close. Each respondent counts in one team; a team shows at 5 answers or more, and further teams are withheld ' +
      'where the withheld ones together would hold 1 to 4 answers.',
    role: 'manager',
    input: z.object({ id: surveyIdInput }),
    output: z.object({
      ...envelopeShape,
      survey: surveySchema,
      respondents: z.array(z.string()).nullable(),
      results: z.array(
        z.object({
          question_id: id,
          kind_em: z.enum(QUESTION_KINDS),
          text: z.string(),
          overall: z.object(shownShape),
          teams: z.array(
            z.object({
              team_id: id.nullable(),
              team_name: z.string().nullable(),
              team_slug: z.string().nullable(),
              ...shownShape,
            }),
          ),
        }),
      ),
    }),
    async handle({ id }, { principal }) {
      const survey = await findManagedSurvey(context, principal, id);
      if (statusOf(survey, context.now()) !== 'survey_closed')
        throw conflict('Results can be read when the survey is closed.');
      // One that its time closed has not been counted yet.
      await context.postgres.transaction((tx) => countBallots(context, tx, survey));
      return ok(
        success(ACTION, survey.title, {
          survey: describeSurvey(survey, context.now()),
          respondents: survey.anonymous ? null : await respondentsOf(context.postgres, survey.id),
          results: await readResults(context.postgres, survey),
        }),
      );
    },
  });
