import { defineRoute, ok } from '@linescope/chassis/http/route';
import { checkTogether } from '@linescope/contract/check-together';
import {
  booleanInput,
  dateInput,
  integerInput,
  stringArrayInput,
  stringInput,
  textInput,
} from '@linescope/contract/inputs';
import { pagedInput } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { AuditType } from '../audits/audit-types.ts';
import type { ReadAudit } from '../audits/read-audit.ts';
import type { Context } from '../context.ts';
import { reportFaults } from '../reports/report-query.ts';
import { findSegment } from '../segments/registry.ts';
import { AGGREGATIONS, INTERVALS, recordLists } from '../segments/segment.ts';
import { providersInput } from './providers-input.ts';
import { RECORD_TYPES, recordsBody, recordsOutput } from './records-output.ts';
import { segmentInput } from './segment-em.ts';

const ACTION = 'action_report_records';

export const reportRecordsRoute = ({ now }: Pick<Context, 'now'>, readAudit: ReadAudit) =>
  defineRoute({
    method: 'GET',
    path: '/report_records',
    action: ACTION,
    summary: 'Read the records behind a point of a report',
    description:
      'For everyone who may see the point: the parameters of its report, with the interval_em, series, start_date and end_date of the point, as its url has them. ' +
      'Only facts of contributors whom the caller may see are listed; records and pages are those of GET /audits. resource_type chooses among further_urls; the records that the point is about are the default.',
    role: 'member',
    costly: true,
    input: checkTogether(
      z.object({
        resource_path: resourcePathInput,
        segment_by: segmentInput.default('none'),
        resource_type: z.enum(RECORD_TYPES).optional(),
        aggregate_by: z.enum(AGGREGATIONS).optional(),
        suppress_aggregation: booleanInput.default(false),
        interval_em: z.enum(INTERVALS).optional(),
        series: textInput({ max: 1_000 }).optional(),
        ai_provider_em: providersInput.optional(),
        committer_identifier: stringInput({ max: 500 }).optional(),
        committer_user_name: stringArrayInput().optional(),
        days_ago: integerInput({ min: 0, max: 36_500 }).optional(),
        start_date: dateInput.optional(),
        end_date: dateInput.optional(),
        team_slug: stringInput({ max: 200 }).optional(),
        ...pagedInput,
      }),
      (sound) => reportFaults({ ...sound, aggregate_by: sound.aggregate_by ?? 'none' }, now()),
    ),
    records: { field: (input) => recordType(input), chunk: 5000 },
    output: recordsOutput,
    async handle(input, { principal }) {
      const audit = { ...input, resource_type: recordType(input), critical_defects_only: false };
      return ok(recordsBody(ACTION, audit, await readAudit(principal, audit)));
    },
  });

/** What the point is about, unless another of its lists is named. */
const recordType = (input: {
  segment_by: string;
  series?: string | undefined;
  resource_type?: AuditType | undefined;
}) => input.resource_type ?? recordLists(findSegment(input.segment_by), input.series)[0] ?? 'commits';
