/** Anthropic's Admin API, Claude Code analytics: one UTC day a call, a cursor for further pages. */
import { type Asked, get, HostError } from '../server/route.ts';
import { rowsOf, usageAsked } from './read-usage.ts';
import type { UsageFile, UsageRecord } from './records.ts';

function renderRow(file: UsageFile, row: UsageRecord) {
  const kept = row.prompts_accepted;
  const refused = row.prompts_suggested - kept;
  const share = (part: number) => ({ accepted: Math.floor(kept * part), rejected: Math.floor(refused * part) });
  const [multi, write] = [share(0.2), share(0.15)];
  return {
    date: `${row.day}T00:00:00Z`,
    actor: { type: 'user_actor', email_address: row.email },
    organization_id: file.organization_id,
    customer_type: 'api',
    terminal_type: 'vscode',
    core_metrics: {
      num_sessions: row.sessions,
      lines_of_code: { added: row.lines_added, removed: row.lines_deleted },
      commits_by_claude_code: row.commits,
      pull_requests_by_claude_code: Math.floor(row.commits / 2),
    },
    tool_actions: {
      edit_tool: {
        accepted: kept - multi.accepted - write.accepted,
        rejected: refused - multi.rejected - write.rejected,
      },
      multi_edit_tool: multi,
      write_tool: write,
      notebook_edit_tool: { accepted: 0, rejected: 0 },
    },
    model_breakdown: [
      {
        model: row.model,
        tokens: {
          input: row.lines_suggested * 90,
          output: row.lines_suggested * 14,
          cache_read: row.lines_suggested * 400,
          cache_creation: row.lines_suggested * 30,
        },
        estimated_cost: { currency: 'USD', amount: row.cost_cents },
      },
    ],
  };
}

function report(asked: Asked) {
  const day = asked.query.get('starting_at') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new HostError(400, 'starting_at: a day in YYYY-MM-DD is needed.');
  const limit = Math.min(Math.max(1, Number(asked.query.get('limit') ?? 20) || 20), 1000);
  const from = Number(Buffer.from(asked.query.get('page')?.replace(/^page_/, '') ?? '', 'base64url').toString() || 0);
  if (!Number.isSafeInteger(from) || from < 0) throw new HostError(400, 'page: this is not a cursor of this report.');
  const file = usageAsked(asked);
  const rows = rowsOf(file, 'anthropic', day, day);
  const more = from + limit < rows.length;
  return {
    body: {
      data: rows.slice(from, from + limit).map((row) => renderRow(file, row)),
      has_more: more,
      next_page: more ? `page_${Buffer.from(String(from + limit)).toString('base64url')}` : null,
    },
  };
}

export const anthropicRoutes = [
  get('/ai/anthropic/v1/organizations/usage_report/claude_code', report),
  get('/ai/anthropic/v1/organizations/me', (asked) => ({
    body: { id: usageAsked(asked).organization_id, type: 'organization', name: 'Aurora Retail' },
  })),
];
