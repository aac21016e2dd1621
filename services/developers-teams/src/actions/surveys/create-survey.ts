import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { forbidden, notFound, type ParameterError } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../../context.ts';
import { scopedRepoIds } from '../../domain/scoped-repos.ts';
import type { Question } from '../../domain/survey.ts';
import { insertSurvey, type NewSurvey } from '../../store/surveys.ts';
import { statsAccess } from '../access/stats-access.ts';
import { findTeamBySlug } from '../teams/find-team.ts';

export interface SurveyInput {
  title: string;
  questions: Question[];
  team_slug?: string | undefined;
  resource_path?: string | undefined;
  opens_at?: Date | undefined;
  closes_at?: Date | undefined;
  anonymous: boolean;
}

/** What contradicts each other, of the times that are sound. */
export function surveyFaults(
  { opens_at: opensAt, closes_at: closesAt }: Pick<SurveyInput, 'opens_at' | 'closes_at'>,
  now: Date,
): ParameterError[] {
  if (!closesAt || (closesAt > now && closesAt > (opensAt ?? now))) return [];
  return [{ param: 'closes_at', code_em: 'invalid', detail: 'closes_at must be after opens_at and in the future.' }];
}

/** Managers ask their own teams; admins any team, or the developers of a resource. */
export async function createSurvey(context: Context, principal: Principal, input: SurveyInput): Promise<number> {
  const now = context.now();
  const opensAt = input.opens_at ?? now;
  const closesAt = input.closes_at ?? null;
  const survey: NewSurvey = {
    ...(await audienceOf(context, principal, input)),
    title: input.title,
    questions: input.questions,
    anonymous: input.anonymous,
    createdBy: principal.userId,
    opensAt,
    closesAt,
  };
  return context.postgres.transaction((tx) => insertSurvey(tx, survey));
}

async function audienceOf(context: Context, principal: Principal, input: SurveyInput) {
  const access = await statsAccess(context, principal.entityId, principal);
  if (input.team_slug !== undefined) {
    const { entityId } = principal;
    const team = await findTeamBySlug(context, entityId, input.team_slug);
    if (!team) throw notFound('team_slug names no team.', 'team_slug');
    if (!access.all && !access.managedTeamIds.includes(team.id)) throw forbidden('You do not manage this team.');
    return { entityId, teamId: team.id, teamSlug: team.slug, resourcePath: null, repoIds: null };
  }
  if (!access.all) throw forbidden('Managers ask their own teams: give team_slug.');
  const scope = await resolveScope(context.identity, principal, input.resource_path);
  if (scope.entityId !== principal.entityId) throw notFound('resource_path names nothing here.', 'resource_path');
  const resourcePath = input.resource_path ?? scope.entitySlug;
  return { entityId: scope.entityId, teamId: null, teamSlug: null, resourcePath, repoIds: scopedRepoIds(scope) };
}
