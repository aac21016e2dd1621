import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answerOrFailure } from '../answer.ts';
import { resourcePath } from '../inputs.ts';
import type { ServerParts } from '../server-parts.ts';

const place = {
  resource_path: resourcePath.describe('One repo: `entity/organization/repo`.'),
  file_path: z.string().describe('The path of the file in that version.'),
};

/** A line's history, and who wrote each line of a file. */
export function registerReadLines(server: McpServer, { client }: ServerParts): void {
  server.registerTool(
    'read_line_history',
    {
      title: 'Read the history of a line',
      description: 'Every version of a line, newest first: who changed it, when, in which commit, and how.',
      inputSchema: z.object({
        ...place,
        sha: z.string().describe('A commit of the repo in which the line stands.'),
        line_number_after: z.int().min(1).describe('The number of the line after that commit.'),
        max_hops: z.int().min(0).max(50).default(10),
      }),
      annotations: { readOnlyHint: true },
    },
    (input) =>
      answerOrFailure(async () => {
        const { line_history, diff_delta_version } = await client.lineHistory(input);
        return answer({ diff_delta_version, scope: input.resource_path, line_history }, ['line_history']);
      }),
  );
  server.registerTool(
    'read_blame',
    {
      title: 'Who wrote each line of a file',
      description:
        'Each line of a version of a file with the commit that wrote it, its author and its age; null for lines older than the imported window.',
      inputSchema: z.object({
        ...place,
        sha: z.string().optional().describe('A commit, or a branch; the newest of the default branch unless given.'),
        from_line: z.int().min(1).default(1),
        to_line: z.int().min(1).optional().describe('200 lines unless given.'),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ from_line, to_line = from_line + 199, ...input }) =>
      answerOrFailure(async () => {
        const blame: Record<string, unknown> = { ...(await client.blame({ ...input, from_line, to_line })) };
        return answer({ scope: input.resource_path, ...blame }, ['lines', 'entries']);
      }),
  );
}
