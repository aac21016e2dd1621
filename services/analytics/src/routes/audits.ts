import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import {
  booleanInput,
  dateInput,
  integerInput,
  PAGE_SIZE,
  pageInput,
  shaInput,
  stringArrayInput,
  stringInput,
} from '@linescope/contract/inputs';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { issueProviderInput } from '@linescope/contract/vendors';
import { z } from 'zod';
import { AUDITS, type AuditType } from '../audits/audit-types.ts';
import { writeCursor } from '../audits/cursor.ts';
import { createAuditReader } from '../audits/read-audit.ts';
import type { Context } from '../context.ts';
import type { ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';
import { SEGMENT_NAMES } from '../segments/registry.ts';
import { AGGREGATIONS, INTERVALS } from '../segments/segment.ts';
import { providersInput } from './providers-input.ts';

const ACTION = 'action_audit';

const TYPES = Object.keys(AUDITS).filter(isAuditType);
function isAuditType(name: string): name is AuditType {
  return name in AUDITS;
}

export const auditsRoute = (context: Context, resolveQueryScope: ResolveQueryScope) => {
  const readAudit = createAuditReader(context, resolveQueryScope);
  return defineRoute({
    method: 'GET',
    path: '/audits',
    action: ACTION,
    summary: 'Read the records behind reports',
    description:
      'start_date and end_date bound the time authored (commits, committers), opened (pull requests), created (issues), tagged (tags), detected (critical defects), released (releases), the day (AI usages) or the start of the sprint (sprint issues); ' +
      'resolved_start_date and resolved_end_date that of the end (pull requests, issues, critical defects, sprint issues). ' +
      'ai_seats are the committers with a seat; sprint_issues the issues of each sprint that has started. AI usage and seats belong to no repo and are in every scope. ' +
      'The diff_delta of a commit is what reports count: 0 for a merge, a commit off the default branch, one applied again or one whose committer is not scored. A filter that a type does not have is not applied. ' +
      'Pages by number count from the newest record of the moment. next_cursor, given back as cursor, is where this page ended: the page then goes on from there and no record is shown twice or skipped, whatever was stored meanwhile; page is then ignored. ' +
      'With segment_by, as in the url of a point of a report, just the records behind the point are listed, each with what it contributes (point_value). A count or a sum is the sum of them, a mean their mean, a median their median; of what is counted distinct (committers, days) they are null, and the records hold what is counted. ' +
      'Where the point is more than one measure, point_formula is its formula, point_values what a record contributes to each, and further_urls where the records of the others are listed (issues by active committer: the issues, and the commits of the committers). ' +
      'With segment_by only resource_path, team_slug, the committers, ai_provider_em, the dates and the page apply.',
    role: 'admin',
    input: z.object({
      resource_path: resourcePathInput,
      resource_type: z.enum(TYPES),
      team_slug: stringInput({ max: 200 }).optional(),
      committer_identifier: stringInput({ max: 500 }).optional(),
      committer_user_name: stringArrayInput().optional(),
      critical_defects_only: booleanInput.default(false),
      start_date: dateInput.optional(),
      end_date: dateInput.optional(),
      resolved_start_date: dateInput.optional(),
      resolved_end_date: dateInput.optional(),
      issue_key: stringInput({ max: 300 }).optional(),
      issue_provider_em: issueProviderInput.optional(),
      issue_status: stringInput({ max: 200 }).optional(),
      tag_name: stringInput({ max: 300 }).optional(),
      pull_request_number: integerInput({ min: 0, max: 4_294_967_295 }).optional(),
      phase_em: z.enum(['phase_open', 'phase_stale_open', 'phase_closed', 'phase_merged']).optional(),
      sha: shaInput.optional(),
      ai_provider_em: providersInput.optional(),
      segment_by: z.enum(SEGMENT_NAMES).optional(),
      aggregate_by: z.enum(AGGREGATIONS).optional(),
      suppress_aggregation: booleanInput.default(false),
      interval_em: z.enum(INTERVALS).optional(),
      series: stringInput({ max: 1_000 }).optional(),
      page: pageInput.default(1),
      cursor: stringInput({ max: 6_000 }).optional(),
    }),
    output: z.object({
      ...envelopeShape,
      page: z.number(),
      page_count: z.number(),
      per_page: z.number(),
      total_count: z.number(),
      next_cursor: z.string().nullable(),
      point_formula: z.string().optional(),
      further_urls: z.array(z.string()).optional(),
      ...Object.fromEntries(TYPES.map((type) => [type, z.array(AUDITS[type].record).optional()])),
    }),
    async handle(input, { principal }) {
      const { page, point } = await readAudit(principal, input);
      return ok(
        success(ACTION, `${page.total} ${page.total === 1 ? 'record' : 'records'} found.`, {
          [input.resource_type]: page.rows,
          page: input.page,
          page_count: Math.ceil(page.total / PAGE_SIZE),
          per_page: PAGE_SIZE,
          total_count: page.total,
          next_cursor: page.next ? writeCursor(page.next) : null,
          ...point,
        }),
      );
    },
  });
};
