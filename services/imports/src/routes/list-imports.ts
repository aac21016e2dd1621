import { defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { count, id, timestamp } from '@linescope/contract/output-fields';
import { maybePagedInput, pageFields, pageShape, requestedPage, wholeFields } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { IMPORT_ERRORS, IMPORT_STATUSES } from '../domain/import-status.ts';
import { type ListedImport, listImports } from '../store/imports.ts';

const ACTION = 'action_import_list';
const time = timestamp.nullable();

const importSchema = z
  .object({
    id,
    repo_path: z.string(),
    import_status: z.enum(IMPORT_STATUSES),
    created_at: timestamp,
    updated_at: timestamp,
    error_em: z.enum(IMPORT_ERRORS).nullable(),
    error_detail: z.string(),
    available_provider_connection_count: count,
    commits_complete_count: count,
    commit_processed_count: count,
    default_branch_processed_back_through: time,
    last_deployed_at: time,
    last_pr_discovery_at: time,
    last_processed_at: time,
    last_provider_quota_exceeded_at: time,
    last_year_days_with_commit_processed_count: count,
    percent_complete: count,
    provider_past_year_commit_count: count.nullable(),
    pull_request_discovered_count: count,
    pull_request_processed_count: count,
    stats_calculated_at: time,
    subscription_earliest_processing_at: time,
  })
  .meta({ id: 'Import' });

export const listImportsRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/imports',
    action: ACTION,
    description:
      'Each repo with how far its import is, when it was last read, and why it failed. Whole, unless `page` is given.',
    summary: 'List imports and their progress',
    role: 'member',
    input: z.object({ resource_path: resourcePathInput, ...maybePagedInput }),
    records: { field: 'repos' },
    output: z.object({ ...envelopeShape, ...pageShape, repos: z.array(importSchema) }),
    async handle(given, { principal }) {
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const whole = scope.resources.some((resource) => resource.kind === 'entity');
      const request = requestedPage(given);
      const filter = {
        entityId: scope.entityId,
        repoIds: whole ? null : scope.repos.map((repo) => repo.id),
        repoPaths: scope.repos.map((repo) => repo.path),
      };
      const { page, imports } = await listImports(context.postgres, filter, request);
      return ok(
        success(ACTION, `${imports.length} ${imports.length === 1 ? 'import' : 'imports'} listed.`, {
          repos: imports.map(describe),
          ...(request && page ? pageFields(request, page) : wholeFields(imports.length)),
        }),
      );
    },
  });

const at = (value: Date | null): string | null => (value ? isoTimestamp(value) : null);

const describe = (row: ListedImport) => ({
  id: row.id,
  repo_path: row.repo_path,
  import_status: row.import_status,
  created_at: isoTimestamp(row.created_at),
  updated_at: isoTimestamp(row.updated_at),
  error_em: row.error_em,
  error_detail: row.error_detail,
  available_provider_connection_count: row.available_provider_connection_count,
  commits_complete_count: row.commits_complete_count,
  commit_processed_count: row.commit_processed_count,
  default_branch_processed_back_through: at(row.default_branch_processed_back_through),
  last_deployed_at: at(row.last_deployed_at),
  last_pr_discovery_at: at(row.last_pr_discovery_at),
  last_processed_at: at(row.last_processed_at),
  last_provider_quota_exceeded_at: at(row.last_provider_quota_exceeded_at),
  last_year_days_with_commit_processed_count: row.days_with_commit_count,
  percent_complete: row.percent_complete,
  provider_past_year_commit_count: row.provider_past_year_commit_count,
  pull_request_discovered_count: row.pull_request_discovered_count,
  pull_request_processed_count: row.pull_request_processed_count,
  stats_calculated_at: at(row.stats_calculated_at),
  subscription_earliest_processing_at: at(row.subscription_earliest_processing_at),
});
