import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import { z } from 'zod';
import { ownCommitters, reachOf } from '../../actions/access/stats-access.ts';
import { openSurveys } from '../../actions/surveys/open-surveys.ts';
import type { Context } from '../../context.ts';
import { listSurveys } from '../../store/surveys.ts';
import { describeSurvey, surveySchema } from './survey-schemas.ts';

const ACTION = 'action_survey_list';

export const listSurveysRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/surveys',
    action: ACTION,
    summary: 'List surveys',
    description: 'The newest first. Admins see all, managers those of their teams, everybody those that ask them.',
    role: 'member',
    input: z.object(pagedInput),
    records: { field: 'surveys' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      surveys: z.array(surveySchema),
    }),
    async handle(given, { principal }) {
      const { entityId } = principal;
      await openSurveys(context, entityId);
      const reach = await reachOf(context, entityId, principal);
      const ownIds = await ownCommitters(context, entityId, principal.userId);
      const filter = { entityId, ...reach, ownIds };
      const { surveys, ...page } = await listSurveys(context.postgres, filter, given);
      return ok(
        success(ACTION, `${page.total} ${page.total === 1 ? 'survey' : 'surveys'} found.`, {
          ...pageFields(given, page),
          surveys: surveys.map((survey) => describeSurvey(survey, context.now())),
        }),
      );
    },
  });
