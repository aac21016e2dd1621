/**
 * Anthropic's Claude Code Analytics Admin API, `GET /v1/organizations/usage_report/claude_code`, by the field lists of its
 * reference and guide: the vendor's TypeScript client has no type for this report. Fields that it does not name are refused.
 */
import { z } from 'zod';

const count = z.int().min(0);
const tool = z.strictObject({ accepted: count, rejected: count });

const record = z.strictObject({
  date: z.iso.datetime(),
  actor: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('user_actor'), email_address: z.email() }),
    z.strictObject({ type: z.literal('api_actor'), api_key_name: z.string() }),
  ]),
  organization_id: z.string(),
  customer_type: z.enum(['api', 'subscription']),
  subscription_type: z.enum(['enterprise', 'team']).nullish(),
  terminal_type: z.string(),
  core_metrics: z.strictObject({
    num_sessions: count,
    lines_of_code: z.strictObject({ added: count, removed: count }),
    commits_by_claude_code: count,
    pull_requests_by_claude_code: count,
  }),
  tool_actions: z.strictObject({
    edit_tool: tool,
    multi_edit_tool: tool,
    write_tool: tool,
    notebook_edit_tool: tool,
  }),
  model_breakdown: z.array(
    z.strictObject({
      model: z.string(),
      tokens: z.strictObject({ input: count, output: count, cache_read: count, cache_creation: count }),
      /** In cents. */
      estimated_cost: z.strictObject({ currency: z.literal('USD'), amount: z.number() }),
    }),
  ),
});

export const claudeCodeReport = z.strictObject({
  data: z.array(record),
  has_more: z.boolean(),
  next_page: z.string().nullable(),
});
