import type { Segment } from '@linescope/client/answers';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answerOrFailure } from '../answer.ts';
import { rankSegments } from '../rank-segments.ts';
import type { ServerParts } from '../server-parts.ts';

const describe = (segment: Segment) => ({
  segment_by: segment.segment_em,
  title: segment.title,
  description: segment.description,
  unit: segment.unit,
  formula: segment.formula,
  aggregation_options: segment.aggregation_options,
});

export const registerFindSegments = (server: McpServer, { client }: ServerParts) =>
  server.registerTool(
    'find_segments',
    {
      title: 'Find a statistic',
      description: 'Statistics by their meaning, best first, each with its definition, unit and formula.',
      inputSchema: z.object({
        meaning: z.string().min(2).max(300).describe('What is asked for, such as "time until a review".'),
        limit: z.int().min(1).max(20).default(6),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ meaning, limit }) =>
      answerOrFailure(async () => {
        const { segments = [] } = await client.listSegments();
        const found = rankSegments(segments, meaning).slice(0, limit);
        return answer({ definition_version: segments[0]?.definition_version, segments: found.map(describe) }, [
          'segments',
        ]);
      }),
  );
