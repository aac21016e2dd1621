import { z } from 'zod';

/** Parameters that several tools take, named as the API names them. */
export const resourcePath = z
  .string()
  .describe(
    'An entity, organization or repo, as list_resources names them: `entity`, `entity/organization`, `entity/organization/repo`.',
  );
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-10-08');

export const scopeShape = {
  resource_path: resourcePath,
  team_slug: z.string().optional().describe('Only the people and repos of this team.'),
  committer_identifier: z.string().optional().describe('Only this person: a user name, code-host id or email.'),
  start_date: day.optional().describe('The first day.'),
  end_date: day.optional().describe('The last day.'),
  days_ago: z.int().min(1).max(3660).optional().describe('In place of days: the last N days, today included.'),
};

export const reportShape = {
  ...scopeShape,
  segment_by: z.string().describe('The statistic, as find_segments names it.'),
  aggregate_by: z
    .enum(['none', 'team', 'repo_path', 'repo', 'committer', 'ai_provider', 'ai_cohort'])
    .optional()
    .describe('How it is split into series; a sensible split unless given.'),
  interval_em: z.enum(['daily', 'weekly', 'monthly']).optional(),
};
