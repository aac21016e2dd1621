import { forbidden, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { participation } from '../store/survey-people.ts';
import { findSurvey, type Survey } from '../store/surveys.ts';
import { openSurveys } from './open-surveys.ts';
import { type Access, ownCommitters, statsAccess } from './stats-access.ts';

export interface SeenSurvey {
  survey: Survey;
  /** Admins, and managers of the team it asks. */
  manages: boolean;
  /** Null: the caller is not asked. */
  part: { committerId: number; groupNo: number; answered: boolean } | null;
}

export const manages = (survey: Survey, access: Access): boolean =>
  access.all || (survey.teamId !== null && access.managedTeamIds.includes(survey.teamId));

/** A survey as the caller may know it: one that they neither manage nor are asked by does not exist. */
export async function seeSurvey(context: Context, principal: Principal, id: number): Promise<SeenSurvey> {
  await openSurveys(context, principal.entityId);
  const access = await statsAccess(context, principal.entityId, principal);
  const survey = await findSurvey(context.postgres, principal.entityId, id);
  const ownIds = await ownCommitters(context, principal.entityId, principal.userId);
  const part = survey && (await participation(context.postgres, survey.id, ownIds));
  if (!survey || (!manages(survey, access) && !part)) throw notFound('There is no such survey.', 'id');
  return { survey, manages: manages(survey, access), part };
}

export async function seeManagedSurvey(context: Context, principal: Principal, id: number): Promise<Survey> {
  const seen = await seeSurvey(context, principal, id);
  if (!seen.manages) throw forbidden('Only admins and managers of the team it asks do this.');
  return seen.survey;
}
