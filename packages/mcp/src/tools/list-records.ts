import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answerOrFailure } from '../answer.ts';
import { reportShape } from '../inputs.ts';
import { recordsLinks } from '../links.ts';
import type { ServerParts } from '../server-parts.ts';

const COUNTS = ['page', 'page_count', 'per_page', 'total_count', 'definition_version', 'next_cursor', 'point_formula'];

export const registerListRecords = (server: McpServer, { client, publicUrl }: ServerParts) =>
  server.registerTool(
    'list_records',
    {
      title: 'List the records behind a point',
      description:
        'The pull requests, commits, issues, releases, defects or AI usage that a point of run_report counts, each with what it contributes (point_value) and a link to it in the console (console_url), which is what to show people. Give the parameters of the report, the days of the point, and the `series` key of its series.',
      inputSchema: z.object({
        ...reportShape,
        series: z.string().nullish().describe('The `series` key of the series, as run_report gives it.'),
        page: z.int().min(1).default(1),
      }),
      annotations: { readOnlyHint: true },
    },
    (input) =>
      answerOrFailure(async () => {
        const found: Record<string, unknown> = { ...(await client.reportRecords(input)) };
        const lists = Object.entries(found).filter(([name, value]) => Array.isArray(value) && name !== 'further_urls');
        const [type, records] = lists[0] ?? ['records', []];
        const links = recordsLinks(publicUrl, input);
        return answer(
          {
            segment_by: input.segment_by,
            scope: { resource_path: input.resource_path, team_slug: input.team_slug },
            range: { start: input.start_date, end: input.end_date, days_ago: input.days_ago },
            record_type: type,
            ...Object.fromEntries(COUNTS.filter((name) => name in found).map((name) => [name, found[name]])),
            console_url: links.all,
            records: Array.isArray(records)
              ? records.map((record) => ({ console_url: links.of(record), ...record }))
              : records,
          },
          ['records'],
        );
      }),
  );
