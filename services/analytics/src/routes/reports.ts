import { defineRoute, ok } from '@linescope/chassis/http/route';
import { checkTogether } from '@linescope/contract/check-together';
import { booleanInput, dateInput, integerInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { count, day, integer } from '@linescope/contract/output-fields';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';
import { createReportReader } from '../reports/read-report.ts';
import { reportFaults } from '../reports/report-query.ts';
import { isOfPeople } from '../segments/is-of-people.ts';
import { AGGREGATIONS, INTERVALS } from '../segments/segment.ts';
import { providersInput } from './providers-input.ts';
import { segmentEm, segmentInput } from './segment-em.ts';

const number = z.number().nullable();

const pointSchema = z.object({
  url: z.string(),
  x: z.string(),
  y: number,
  start_date: day,
  end_date: day,
});

/** A point as a row of a table. */
const pointRow = z.object({ series: z.string(), ...pointSchema.shape });
const reportSeries = z.object({ series_segments: z.record(z.string(), z.array(pointSchema)) });

const pointRows = (report: unknown): z.output<typeof pointRow>[] =>
  Object.entries(reportSeries.parse(report).series_segments).flatMap(([series, points]) =>
    points.map((point) => ({ series, ...point })),
  );

const statsSchema = z
  .object({
    total: number,
    mean: number,
    median: number,
    minimum: number,
    maximum: number,
    first: number,
    last: number,
    change_percent: number,
    range_value: number,
    previous_range_value: number,
    previous_range_total: number,
    previous_range_change_percent: number,
  })
  .meta({ id: 'SummaryStats', description: 'Of one series; fields that do not apply are null.' });

export const reportsRoute = (context: Context, resolveQueryScope: ResolveQueryScope) => {
  const readReport = createReportReader(context, resolveQueryScope);
  return defineRoute({
    method: 'GET',
    path: '/reports',
    action: 'action_report',
    summary: 'Chart a statistic over time',
    description:
      'Days are UTC. The interval is daily up to 31 days, weekly (Monday) up to 366, monthly beyond, unless interval_em says otherwise (at most 1,100 intervals). Durations count in the interval in which they end. ' +
      'The url of a point lists just the records behind it, which add up to it (GET /audits for admins, GET /report_records for others). ' +
      'Where aggregate_by is not given, the split is by root team if several have data in the scope and range, else by repo if several have, else none. No team holds what no shown team counts, No repo what is of no repo, Unassigned what is of nobody. ' +
      'definition_version is the version of the definitions; definition_changes marks the days of the range before which facts follow another definition. ' +
      'diff_delta_version is the version of the weights by which commits are scored. ' +
      'series_overlap says that somebody is in several of the teams shown, so that these need not add up to the whole.',
    role: 'member',
    costly: true,
    input: checkTogether(
      z.object({
        resource_path: resourcePathInput,
        segment_by: segmentInput
          .default('none')
          .describe('The statistic; `segment_introspections` lists them. Left out, it is `none`: Diff Delta.'),
        aggregate_by: z.enum(AGGREGATIONS).optional(),
        interval_em: z.enum(INTERVALS).optional(),
        ai_provider_em: providersInput.optional(),
        committer_identifier: stringInput({ max: 500 }).optional(),
        committer_user_name: stringArrayInput().optional(),
        days_ago: integerInput({ min: 0, max: 36_500 }).optional(),
        start_date: dateInput.optional(),
        end_date: dateInput.optional(),
        team_slug: stringInput({ max: 200 }).optional(),
        generate_summary_stats: booleanInput.default(false),
        fill_all_dates: booleanInput.default(false),
        project_final_point: booleanInput.default(false),
        suppress_aggregation: booleanInput.default(false),
      }),
      (sound) => reportFaults(sound, context.now()),
    ),
    unused: ({ segment_by: segment }) => (isOfPeople(segment) ? [] : ['committer_identifier', 'committer_user_name']),
    output: z.object({
      context: z.object({ entity: z.string(), organization: z.string().nullable() }),
      aggregated_by: z.enum(AGGREGATIONS),
      series_overlap: z.boolean(),
      interval_em: z.enum(INTERVALS),
      segment_em: segmentEm,
      series_segments: z.record(z.string(), z.array(pointSchema)),
      unit: z.string(),
      value_precision: count,
      definition_version: integer,
      diff_delta_version: integer,
      definition_changes: z.array(z.object({ date: day, version: integer, note: z.string() })),
      coverage: z
        .object({
          line_records_percent: number.describe(
            'Lines of commits with line records ÷ changed lines of the scope and range; null where there are none.',
          ),
          telemetry_people_percent: number.describe(
            'Active committers with reported AI usage ÷ active committers of the scope and range; null where there are none.',
          ),
          is_current: z
            .boolean()
            .describe(
              'False while it is derived from commits and pull requests that were stored lately what wrote their lines: figures may still change.',
            ),
        })
        .optional()
        .meta({
          id: 'AiCoverage',
          description: 'Of how much it is known whether AI wrote it: beside segments about AI.',
        }),
      calculated_summary_stats: z.record(z.string(), statsSchema).optional(),
      response_detail: z
        .string()
        .optional()
        .describe('Where there is no point, why: no data in the range, nothing imported yet, or nobody to be seen.'),
    }),
    table: { row: pointRow, rows: pointRows },
    handle: async (given, { principal }) => ok(await readReport(principal, given)),
  });
};
