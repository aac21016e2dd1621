import type { ReportPoint } from '@linescope/client/answers';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answerOrFailure } from '../answer.ts';
import { reportShape } from '../inputs.ts';
import { consoleLink } from '../links.ts';
import type { ServerParts } from '../server-parts.ts';

/** What list_records takes to name a series: the API's own key of it, as the links of its points have it. */
const seriesOf = (points: ReportPoint[]): string | null =>
  new URLSearchParams(points[0]?.url.split('?')[1]).get('series');

export const registerRunReport = (server: McpServer, { client, publicUrl }: ServerParts) =>
  server.registerTool(
    'run_report',
    {
      title: 'Chart a statistic',
      description:
        'A statistic over time, in series, with a summary of each. The days of a point and the `series` key of its series are what list_records takes to show the records behind it.',
      inputSchema: z.object(reportShape),
      annotations: { readOnlyHint: true },
    },
    (input) =>
      answerOrFailure(async () => {
        const report = await client.report({ ...input, generate_summary_stats: true });
        const series = Object.entries(report.series_segments);
        const days = series
          .flatMap(([, points]) => points.flatMap((point) => [point.start_date, point.end_date]))
          .sort();
        const range = { start: days[0] ?? input.start_date ?? '', end: days.at(-1) ?? input.end_date ?? '' };
        return answer(
          {
            segment_by: report.segment_em,
            unit: report.unit,
            definition_version: report.definition_version,
            scope: {
              resource_path: input.resource_path,
              team_slug: input.team_slug,
              committer: input.committer_identifier,
            },
            range,
            interval_em: report.interval_em,
            aggregated_by: report.aggregated_by,
            series_overlap: report.series_overlap,
            console_url: range.start ? consoleLink(publicUrl, input, range) : null,
            series: series.map(([name, points]) => ({
              name,
              series: seriesOf(points),
              summary: report.calculated_summary_stats?.[name] ?? null,
              points: points.map(({ start_date, end_date, y }: ReportPoint) => ({ start_date, end_date, value: y })),
            })),
          },
          ['series'],
        );
      }),
  );
