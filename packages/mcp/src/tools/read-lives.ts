import type { SurvivalGroup, SurvivalPoint } from '@linescope/client/answers';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answerOrFailure } from '../answer.ts';
import { definitionVersion } from '../definitions.ts';
import { day, resourcePath, scopeShape } from '../inputs.ts';
import { pageLink } from '../links.ts';
import type { ServerParts } from '../server-parts.ts';

const GROUPS = [
  'none',
  'ai',
  'ai_tool',
  'ai_model',
  'evidence_tier',
  'repo',
  'team',
  'committer',
  'category',
  'language',
  'new_or_changed',
] as const;

/** A curve has a point for each age at which lines ended: an assistant reads its shape. */
const AGES = [1, 7, 14, 30, 60, 90, 180, 365, 730, 1_095];

const shapeOf = (points: readonly SurvivalPoint[], until: number) =>
  AGES.filter((age) => age <= until).flatMap((age) => {
    const point = points.findLast(({ age_days }) => age_days <= age);
    const last = points.at(-1);
    if (!last || (!point && last.age_days < age)) return [];
    const { survival = 1, lower = null, upper = null } = point ?? {};
    return [{ age_days: age, survival, lower, upper }];
  });

const groupOf = ({ points, ...group }: SurvivalGroup) => ({
  ...group,
  curve: shapeOf(points, group.restricted_to_days),
});

const scopeOf = (input: {
  resource_path: string;
  team_slug?: string | undefined;
  committer_identifier?: string | undefined;
}) => ({
  resource_path: input.resource_path,
  team_slug: input.team_slug,
  committer: input.committer_identifier,
});

const rangeOf = (input: {
  start_date?: string | undefined;
  end_date?: string | undefined;
  days_ago?: number | undefined;
}) => ({
  start: input.start_date,
  end: input.end_date,
  days_ago: input.days_ago,
});

/** How long lines live, what wrote the lines that defects' fixes changed, and who wrote the lines that live. */
export function registerReadLives(server: McpServer, { client, publicUrl }: ServerParts): void {
  server.registerTool(
    'read_survival',
    {
      title: 'How long lines live',
      description:
        'The share of lines that live at some ages, by group, with median and restricted mean, and AI lines compared with the others as they are and like with like. Unmarked lines need not be hand-written; coverage_percent says how much is known.',
      inputSchema: z.object({
        ...scopeShape,
        group_by: z.enum(GROUPS).default('ai').describe('A curve for each of these.'),
        max_age_days: z.int().min(1).max(36_500).default(365).describe('The age at which curves end.'),
      }),
      annotations: { readOnlyHint: true },
    },
    (input) =>
      answerOrFailure(async () => {
        const [found, version] = await Promise.all([client.survival(input), definitionVersion(client)]);
        const { group_by, max_age_days, is_current, coverage_percent, groups, log_rank, comparisons } = found;
        return answer(
          {
            definition_version: version,
            scope: scopeOf(input),
            range: rangeOf(input),
            group_by,
            max_age_days,
            is_current,
            coverage_percent,
            console_url: pageLink(publicUrl, 'ai', input),
            comparisons,
            log_rank,
            groups: groups.map(groupOf),
          },
          ['groups'],
        );
      }),
  );
  server.registerTool(
    'list_defect_origins',
    {
      title: 'List what wrote the lines that fixes of defects changed',
      description:
        'For each defect the commits that wrote the lines its fixes changed or deleted, those with most lines first, with author, evidence of AI, release, age and reviewers; and totals by tool, team and age. An origin is a lead, not a verdict.',
      inputSchema: z.object({
        ...scopeShape,
        defect_key: z.string().max(500).optional().describe('One defect, whenever it was detected.'),
        page: z.int().min(1).default(1),
      }),
      annotations: { readOnlyHint: true },
    },
    (input) =>
      answerOrFailure(async () => {
        const [found, version] = await Promise.all([
          client.defectOrigins({ ...input, per_page: 50 }),
          definitionVersion(client),
        ]);
        const { page, page_count, total_count, next_cursor, totals, defects } = found;
        return answer(
          {
            definition_version: version,
            scope: scopeOf(input),
            range: rangeOf(input),
            page,
            page_count,
            total_count,
            next_cursor,
            console_url: pageLink(publicUrl, 'delivery', input),
            totals,
            defects,
          },
          ['defects'],
        );
      }),
  );
  server.registerTool(
    'read_ownership',
    {
      title: 'Who wrote the lines that live',
      description:
        'The lines that live on a day by who wrote them and by file; the bus factor by lines and files, what would be left without given people, and the shares that nobody present and nobody by hand wrote.',
      inputSchema: z.object({
        resource_path: resourcePath,
        as_of: day.optional().describe('The day; today unless given.'),
        path_prefix: z.string().optional().describe('Only files under this folder.'),
        without_user_name: z.array(z.string()).optional().describe('People without whom to tell what is left.'),
        present_days: z.int().min(1).max(3660).default(90),
        page: z.int().min(1).default(1).describe('Of the files.'),
      }),
      annotations: { readOnlyHint: true },
    },
    (input) =>
      answerOrFailure(async () => {
        const [found, version] = await Promise.all([
          client.ownership({ ...input, per_page: 50 }),
          definitionVersion(client),
        ]);
        const { as_of, is_current, without, people, files, page, page_count, total_count, next_cursor } = found;
        return answer(
          {
            definition_version: version,
            scope: { resource_path: input.resource_path, path_prefix: input.path_prefix },
            range: { as_of },
            is_current,
            line_count: found.line_count,
            file_count: found.file_count,
            bus_factor_lines: found.bus_factor_lines,
            bus_factor_files: found.bus_factor_files,
            not_present_percent: found.not_present_percent,
            ai_percent: found.ai_percent,
            coverage_percent: found.coverage_percent,
            without,
            console_url: pageLink(publicUrl, 'code', input),
            page,
            page_count,
            total_count,
            next_cursor,
            people,
            files,
          },
          ['files', 'people'],
        );
      }),
  );
}
