/** A day of one person with one assistant, kept in `<org>/ai-usage.json`; each vendor's endpoint gives it in its own words. */
import { z } from 'zod';

const count = z.number().int().min(0);

export const usageRecord = z.object({
  day: z.iso.date(),
  provider: z.enum(['anthropic', 'cursor', 'copilot']),
  login: z.string(),
  user_id: z.number(),
  email: z.string(),
  team: z.string(),
  model: z.string(),
  sessions: count,
  lines_suggested: count,
  lines_added: count,
  lines_deleted: count,
  prompts_suggested: count,
  prompts_accepted: count,
  tabs_shown: count,
  tabs_accepted: count,
  commits: count,
  cost_cents: z.number().min(0),
});
export type UsageRecord = z.infer<typeof usageRecord>;

export const usageFile = z.object({
  organization_id: z.string(),
  seats: z.array(z.object({ login: z.string(), provider: z.string(), since: z.iso.datetime() })),
  rows: z.array(usageRecord),
});
export type UsageFile = z.infer<typeof usageFile>;
