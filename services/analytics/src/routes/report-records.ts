import { defineRoute, ok } from '@linescope/chassis/http/route';
import {
  booleanInput,
  dateInput,
  integerInput,
  pageInput,
  stringArrayInput,
  stringInput,
} from '@linescope/contract/inputs';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { ReadAudit } from '../audits/read-audit.ts';
import { findSegment, SEGMENT_NAMES } from '../segments/registry.ts';
import { AGGREGATIONS, INTERVALS, recordLists } from '../segments/segment.ts';
import { providersInput } from './providers-input.ts';
import { RECORD_TYPES, recordsBody, recordsOutput } from './records-output.ts';

const ACTION = 'action_report_records';

export const reportRecordsRoute = (readAudit: ReadAudit) =>
  defineRoute({
    method: 'GET',
    path: '/report_records',
    action: ACTION,
    summary: 'Read the records behind a point of a report',
    description:
      'For everyone who may see the point: the parameters of its report, with the interval_em, series, start_date and end_date of the point, as its url has them. ' +
      'Only facts of contributors whom the caller may see are listed; records and pages are those of GET /audits. resource_type chooses among further_urls; the records that the point is about are the default.',
    role: 'member',
    input: z.object({
      resource_path: resourcePathInput,
      segment_by: z.enum(SEGMENT_NAMES).default('none'),
      resource_type: z.enum(RECORD_TYPES).optional(),
      aggregate_by: z.enum(AGGREGATIONS).optional(),
      suppress_aggregation: booleanInput.default(false),
      interval_em: z.enum(INTERVALS).optional(),
      series: stringInput({ max: 1_000 }).optional(),
      ai_provider_em: providersInput.optional(),
      committer_identifier: stringInput({ max: 500 }).optional(),
      committer_user_name: stringArrayInput().optional(),
      days_ago: integerInput({ min: 0, max: 36_500 }).optional(),
      start_date: dateInput.optional(),
      end_date: dateInput.optional(),
      team_slug: stringInput({ max: 200 }).optional(),
      page: pageInput.default(1),
      cursor: stringInput({ max: 6_000 }).optional(),
    }),
    output: recordsOutput,
    async handle({ resource_type: named, ...input }, { principal }) {
      const [main] = recordLists(findSegment(input.segment_by), input.series);
      const audit = { ...input, resource_type: named ?? main ?? 'commits', critical_defects_only: false };
      return ok(recordsBody(ACTION, audit, await readAudit(principal, audit)));
    },
  });
