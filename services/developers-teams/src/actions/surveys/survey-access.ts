import { forbidden, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../../context.ts';
import { participation } from '../../store/survey-people.ts';
import { findSurvey, type Survey } from '../../store/surveys.ts';
import { type Access, ownCommitters, statsAccess } from '../access/stats-access.ts';
import { openSurveys } from './open-surveys.ts';

export interface VisibleSurvey {
  survey: Survey;
  /** Admins, and managers of the team it asks. */
  manages: boolean;
  /** Null: the caller is not asked. */
  part: { committerId: number; groupNo: number; answered: boolean } | null;
}

export const manages = (survey: Survey, access: Access): boolean =>
  access.all || (survey.teamId !== null && access.managedTeamIds.includes(survey.teamId));

/** A survey as the caller may know it: one that they neither manage nor are asked by does not exist. */
export async function findVisibleSurvey(context: Context, principal: Principal, id: number): Promise<VisibleSurvey> {
  await openSurveys(context, principal.entityId);
  const access = await statsAccess(context, principal.entityId, principal);
  const survey = await findSurvey(context.postgres, principal.entityId, id);
  const ownIds = await ownCommitters(context, principal.entityId, principal.userId);
  const part = survey && (await participation(context.postgres, survey.id, ownIds));
  if (!survey || (!manages(survey, access) && !part)) throw notFound('There is no such survey.', 'id');
  return { survey, manages: manages(survey, access), part };
}

export async function findManagedSurvey(context: Context, principal: Principal, id: number): Promise<Survey> {
  const visible = await findVisibleSurvey(context, principal, id);
  if (!visible.manages) throw forbidden('Only admins and managers of the team it asks do this.');
  return visible.survey;
}
