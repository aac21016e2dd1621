import { McpServer } from '@modelcontextprotocol/server';
import { registerDefinitions } from './definitions.ts';
import type { ServerParts } from './server-parts.ts';
import { registerFindSegments } from './tools/find-segments.ts';
import { registerListRecords } from './tools/list-records.ts';
import { registerListResources } from './tools/list-resources.ts';
import { registerReadLines } from './tools/read-lines.ts';
import { registerReadLives } from './tools/read-lives.ts';
import { registerRunReport } from './tools/run-report.ts';

const INSTRUCTIONS = `Linescope answers questions about software development from git histories, pull requests, issues, releases, defects and AI usage.
Start with list_resources to learn what there is. Use find_segments to choose a statistic by its meaning, run_report to chart it, and list_records to see the pull
requests, commits, issues or releases behind a point. read_survival says how long lines live, AI's and others', list_defect_origins what wrote the lines that fixes
changed, read_ownership who wrote the lines that live. Every answer says which definition, scope and range it follows; null means that nothing is known, never zero.`;

/** One server for one caller. */
export function createServer(parts: ServerParts): McpServer {
  const server = new McpServer({ name: 'linescope', version: '0.1.0' }, { instructions: INSTRUCTIONS });
  registerListResources(server, parts);
  registerFindSegments(server, parts);
  registerRunReport(server, parts);
  registerListRecords(server, parts);
  registerReadLines(server, parts);
  registerReadLives(server, parts);
  registerDefinitions(server, parts);
  return server;
}
