import { defineRoute, ok } from '@linescope/chassis/http/route';
import { checkTogether } from '@linescope/contract/check-together';
import {
  booleanInput,
  dateInput,
  integerInput,
  shaInput,
  stringArrayInput,
  stringInput,
  textInput,
} from '@linescope/contract/inputs';
import { pagedInput } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { issueProviderInput } from '@linescope/contract/vendors';
import { z } from 'zod';
import { unusedFilters } from '../audits/audit-types.ts';
import { auditFaults, type ReadAudit } from '../audits/read-audit.ts';
import type { Context } from '../context.ts';
import { AGGREGATIONS, INTERVALS } from '../segments/segment.ts';
import { providersInput } from './providers-input.ts';
import { RECORD_TYPES, recordsBody, recordsOutput } from './records-output.ts';
import { segmentEm } from './segment-em.ts';

const ACTION = 'action_audit';

export const auditsRoute = ({ now }: Pick<Context, 'now'>, readAudit: ReadAudit) =>
  defineRoute({
    method: 'GET',
    path: '/audits',
    action: ACTION,
    summary: 'Read the records behind reports',
    description:
      'start_date and end_date, or days_ago, bound the time authored (commits, committers), opened (pull requests), created (issues), tagged (tags), detected (critical defects), released (releases), the day (AI usages) or the start of the sprint (sprint issues); ' +
      'resolved_start_date and resolved_end_date that of the end (pull requests, issues, critical defects, sprint issues). ' +
      'ai_seats are the committers with a seat; sprint_issues the issues of each sprint that has started. AI usage is listed with the resource that it was recorded for, which is in the scope or above it. ' +
      'The diff_delta of a commit is what reports count: 0 for a merge, a commit off the default branch, a copy of one that counts in the scope or one whose committer is not scored. A filter that a type does not have is not applied, and named as ignored. ' +
      'Pages by number count from the newest record of the moment. next_cursor, given back as cursor, is where this page ended: the page then goes on from there and no record is shown twice or skipped, whatever was stored meanwhile; page is then ignored. ' +
      'With segment_by, as in the url of a point of a report, just the records behind the point are listed, each with what it contributes (point_value). A count or a sum is the sum of them, a mean their mean, a median their median; of what is counted distinct (committers, days) they are null, and the records hold what is counted. ' +
      'Where the point is more than one measure, point_formula is its formula, point_values what a record contributes to each, and further_urls where the records of the others are listed (issues by active committer: the issues, and the commits of the committers). ' +
      'With segment_by only resource_path, team_slug, the committers, ai_provider_em, the dates and the page apply.',
    role: 'admin',
    costly: true,
    input: checkTogether(
      z.object({
        resource_path: resourcePathInput,
        resource_type: z.enum(RECORD_TYPES),
        team_slug: stringInput({ max: 200 }).optional(),
        committer_identifier: stringInput({ max: 500 }).optional(),
        committer_user_name: stringArrayInput().optional(),
        critical_defects_only: booleanInput.default(false),
        days_ago: integerInput({ min: 0, max: 36_500 }).optional(),
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
        segment_by: segmentEm.optional(),
        aggregate_by: z.enum(AGGREGATIONS).optional(),
        suppress_aggregation: booleanInput.default(false),
        interval_em: z.enum(INTERVALS).optional(),
        series: textInput({ max: 1_000 }).optional(),
        ...pagedInput,
      }),
      (sound) => auditFaults(sound, now()),
    ),
    unused: ({ resource_type: type, segment_by: segment }) => unusedFilters(type, segment !== undefined),
    records: {
      field: ({ resource_type: type }) => type,
      chunk: 5000,
    },
    output: recordsOutput,
    handle: async (input, { principal, exporting }) =>
      ok(recordsBody(ACTION, input, await readAudit(principal, input, exporting))),
  });
