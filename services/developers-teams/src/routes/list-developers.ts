import { defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { isoTimestamp } from '@linescope/contract/date-time';
import { PROCESSING_STATUSES, TEAM_ROLES } from '@linescope/contract/enums';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dateTimeInput, stringArrayInput } from '@linescope/contract/inputs';
import { count, id, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { reachOf } from '../actions/access/stats-access.ts';
import type { Context } from '../context.ts';
import { scopedRepoIds } from '../domain/scoped-repos.ts';
import {
  DEVELOPER_SORTS,
  type Developer,
  type DeveloperTeam,
  listDevelopers,
  teamsOfDevelopers,
} from '../store/developer-lists.ts';
import { committerIdentifierInput, processingStatusInput } from './inputs.ts';

const ACTION = 'action_developer_list';

const developerSchema = z
  .object({
    committer_user_name: z.string(),
    full_name: z.string().describe('The name that git or the code host gives of the person.'),
    id,
    git_provider_id: z.string().nullable(),
    last_commit_authored_at: timestamp.nullable(),
    last_commit_committed_at: timestamp.nullable(),
    processing_status_em: z.enum(PROCESSING_STATUSES),
    provider_email: z.string().nullable(),
    teams: z.array(
      z.object({ role_em: z.enum(TEAM_ROLES), team_id: id, team_name: z.string(), team_slug: z.string() }),
    ),
    user_id: id.nullable(),
  })
  .meta({ id: 'Developer' });

export const listDevelopersRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/developers',
    action: ACTION,
    summary: 'List the developers of a resource',
    description:
      'Those whom the caller may see: members themselves, managers their teams, admins all. An organization or a repo lists those who committed there; ' +
      'with `start_date`, those who authored a commit since then. What names one identity of a developer names the developer. ' +
      '`sort_by=last_authored_at` is newest first; `processing_status` is `processing_stats`, `limited_processing`, `not_processing`.',
    role: 'member',
    input: z.object({
      resource_path: resourcePathInput.optional(),
      committer_user_name: stringArrayInput().optional(),
      committer_identifier: committerIdentifierInput.optional(),
      git_provider_ids: stringArrayInput().optional(),
      processing_status: processingStatusInput.optional(),
      start_date: dateTimeInput().optional(),
      sort_by: z.enum(DEVELOPER_SORTS).default('id'),
      ...pagedInput,
    }),
    records: { field: 'committers' },
    output: z.object({
      ...envelopeShape,
      committers: z.array(developerSchema),
      ...pageShape,
      total_pages: count,
    }),
    async handle(given, { principal }) {
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const reach = await reachOf(context, scope.entityId, principal);
      const { developers, ...page } = await listDevelopers(
        context.postgres,
        context.idPages,
        {
          entityId: scope.entityId,
          visible: reach.all ? null : reach,
          repoIds: scopedRepoIds(scope),
          userNames: given.committer_user_name?.length ? given.committer_user_name : undefined,
          identifier: given.committer_identifier,
          gitProviderIds: given.git_provider_ids?.length ? given.git_provider_ids : undefined,
          status: given.processing_status,
          authoredSince: given.start_date,
        },
        given.sort_by,
        given,
      );
      const teams = Map.groupBy(
        await teamsOfDevelopers(context.postgres, scope.entityId, page.ids),
        (team) => team.committerId,
      );
      return ok(
        success(ACTION, `${page.total} ${page.total === 1 ? 'developer' : 'developers'} found.`, {
          committers: developers.map((developer) => describeDeveloper(developer, teams.get(developer.id) ?? [])),
          ...pageFields(given, page),
          total_pages: Math.ceil(page.total / given.per_page),
        }),
      );
    },
  });

const describeDeveloper = (developer: Developer, teams: DeveloperTeam[]) => ({
  committer_user_name: developer.userName,
  full_name: developer.fullName,
  id: developer.id,
  git_provider_id: developer.gitProviderId,
  last_commit_authored_at: developer.authoredAt && isoTimestamp(developer.authoredAt),
  last_commit_committed_at: developer.committedAt && isoTimestamp(developer.committedAt),
  processing_status_em: developer.status,
  provider_email: developer.email,
  teams: teams.map((team) => ({
    role_em: team.roleEm,
    team_id: team.teamId,
    team_name: team.name,
    team_slug: team.slug,
  })),
  user_id: developer.userId,
});
