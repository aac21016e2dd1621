import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { conflict } from '@linescope/contract/fault';
import { z } from 'zod';
import { countBallots } from '../../actions/surveys/count-ballots.ts';
import { findManagedSurvey } from '../../actions/surveys/survey-access.ts';
import type { Context } from '../../context.ts';
import { statusOf } from '../../domain/survey.ts';
import { closeSurvey, findSurvey } from '../../store/surveys.ts';
import { describeSurvey, surveyIdInput, surveySchema } from './survey-schemas.ts';

const ACTION = 'action_survey_closed';

export const closeSurveyRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    statuses: [200],
    path: '/surveys/:id/close',
    action: ACTION,
    summary: 'Close a survey',
    description: 'It takes no more answers, and its results can be read.',
    role: 'manager',
    input: z.object({ id: surveyIdInput }),
    output: z.object({ ...envelopeShape, survey: surveySchema }),
    async handle({ id }, { principal }) {
      const survey = await findManagedSurvey(context, principal, id);
      if (statusOf(survey, context.now()) === 'survey_closed') throw conflict('This survey is closed already.');
      const closed = await context.postgres.transaction(async (tx) => {
        await closeSurvey(tx, survey.id, context.now());
        await countBallots(context, tx, survey);
        return (await findSurvey(tx, survey.entityId, survey.id)) ?? survey;
      });
      return ok(success(ACTION, 'The survey is closed.', { survey: describeSurvey(closed, context.now()) }));
    },
  });
