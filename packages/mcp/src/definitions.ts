import type { LinescopeClient } from '@linescope/client/client';
import type { McpServer } from '@modelcontextprotocol/server';
import type { ServerParts } from './server-parts.ts';

/** The definitions of all statistics, as a resource that an assistant may read once. */
export function registerDefinitions(server: McpServer, { client }: ServerParts): void {
  server.registerResource(
    'definitions',
    'linescope://definitions',
    {
      title: 'Definitions of all statistics',
      description: 'What each statistic counts, its unit and its formula.',
      mimeType: 'text/markdown',
    },
    async (uri) => {
      const { segments = [] } = await client.listSegments();
      const rows = segments.map(
        (segment) =>
          `## ${segment.title} (\`${segment.segment_em}\`)\n${segment.description}\nUnit: ${segment.unit}. Formula: ${segment.formula}.`,
      );
      const text = [`# Definitions, version ${segments[0]?.definition_version}`, ...rows].join('\n\n');
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    },
  );
}

/** The version of the definitions that answers follow. */
export async function definitionVersion(client: LinescopeClient): Promise<number | null> {
  const { segments } = await client.listSegments();
  return segments?.[0]?.definition_version ?? null;
}
