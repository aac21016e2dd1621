import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { PAGE_SIZE, pageInput } from '@linescope/contract/inputs';
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
    input: z.object({ page: pageInput.default(1) }),
    output: z.object({
      ...envelopeShape,
      page: z.number(),
      page_count: z.number(),
      per_page: z.number(),
      total_count: z.number(),
      surveys: z.array(surveySchema),
    }),
    async handle({ page }, { principal }) {
      const { entityId } = principal;
      await openSurveys(context, entityId);
      const reach = await reachOf(context, entityId, principal);
      const ownIds = await ownCommitters(context, entityId, principal.userId);
      const { total, surveys } = await listSurveys(context.postgres, { entityId, page, ...reach, ownIds });
      return ok(
        success(ACTION, `${total} ${total === 1 ? 'survey' : 'surveys'} found.`, {
          page,
          page_count: Math.ceil(total / PAGE_SIZE),
          per_page: PAGE_SIZE,
          total_count: total,
          surveys: surveys.map((survey) => describeSurvey(survey, context.now())),
        }),
      );
    },
  });
