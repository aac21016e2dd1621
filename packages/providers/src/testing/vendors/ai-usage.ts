import { CLAUDE, COPILOT, COPILOT_ENTERPRISE_TEAMS, CURSOR } from '@linescope/contract/vendors';
import type { AiProviderName } from '../../provider-names.ts';
import type { Received, Reply } from '../local-host.ts';
import { basic, denied, unknown } from './story.ts';

export interface AiVendor {
  answer(request: Received, url: string): Reply;
}

interface Account {
  token: string;
  day: string;
  /** Records a page, or lines a file. */
  size: number;
}

const people = ['ada', 'grace', 'linus'] as const;
const tool = { accepted: 4, rejected: 1 };

/** Anthropic's Claude Code analytics. */
function claude({ token, day, size }: Account): AiVendor {
  const records = people.map((name) => ({
    date: `${day}T00:00:00Z`,
    actor: { type: 'user_actor', email_address: `${name}@example.com` },
    organization_id: 'org-1',
    customer_type: 'api',
    terminal_type: 'vscode',
    core_metrics: {
      num_sessions: 2,
      lines_of_code: { added: 100, removed: 20 },
      commits_by_claude_code: 1,
      pull_requests_by_claude_code: 0,
    },
    tool_actions: { edit_tool: tool, multi_edit_tool: tool, write_tool: tool, notebook_edit_tool: tool },
    model_breakdown: [
      {
        model: 'large',
        tokens: { input: 10, output: 50, cache_read: 0, cache_creation: 0 },
        estimated_cost: { currency: 'USD', amount: 97 },
      },
    ],
  }));
  return {
    answer({ path, query, headers }) {
      if (headers.get('x-api-key') !== token) return denied;
      if (path !== '/v1/organizations/usage_report/claude_code' || query.get('starting_at') !== day) return unknown;
      const from = Number(query.get('page')?.replace('page_', '') ?? 0);
      const more = from + size < records.length;
      const next_page = more ? `page_${from + size}` : null;
      return { body: { data: records.slice(from, from + size), has_more: more, next_page } };
    },
  };
}

/** Cursor's Admin API. */
function cursor({ token, day, size }: Account): AiVendor {
  const period = { startDate: Date.parse(`${day}T00:00:00Z`), endDate: Date.parse(`${day}T23:59:59.999Z`) };
  const days = people.map((name, index) => ({
    userId: `user_${index}`,
    day,
    date: period.startDate,
    email: `${name}@example.com`,
    isActive: true,
    totalLinesAdded: 900,
    totalLinesDeleted: 90,
    acceptedLinesAdded: 80,
    acceptedLinesDeleted: 8,
    totalApplies: 12,
    totalAccepts: 9,
    totalRejects: 3,
    totalTabsShown: 50,
    totalTabsAccepted: 20,
    composerRequests: 4,
    chatRequests: 2,
    agentRequests: 6,
    cmdkUsages: 1,
    subscriptionIncludedReqs: 12,
    apiKeyReqs: 0,
    usageBasedReqs: 0,
    bugbotUsages: 0,
    mostUsedModel: 'large',
  }));
  const events = people.map((name) => ({
    timestamp: String(period.startDate + 5),
    userEmail: `${name}@example.com`,
    model: 'large',
    kind: 'Usage-based',
    maxMode: false,
    isTokenBasedCall: true,
    tokenUsage: { inputTokens: 10, outputTokens: 5, cacheWriteTokens: 0, cacheReadTokens: 0, totalCents: 1.25 },
    chargedCents: 1.25,
  }));
  return {
    answer({ path, body, headers }) {
      if (headers.get('authorization') !== basic(token, '')) return denied;
      const { page = 1 }: { page?: number } = JSON.parse(body);
      const around = { hasNextPage: page * size < people.length, hasPreviousPage: page > 1 };
      const some = <T>(all: readonly T[]) => all.slice((page - 1) * size, page * size);
      if (path === '/teams/daily-usage-data') {
        const pagination = { page, pageSize: size, totalUsers: people.length, ...around };
        return { body: { data: some(days), period, pagination } };
      }
      if (path !== '/teams/filtered-usage-events') return unknown;
      const numPages = Math.ceil(people.length / size);
      const pagination = { numPages, currentPage: page, pageSize: size, ...around };
      return { body: { totalUsageEventsCount: people.length, pagination, usageEvents: some(events), period } };
    },
  };
}

/** GitHub's Copilot usage reports: links to files of lines, several where there is much to give. */
function copilot({ token, day, size }: Account, owner: string): AiVendor {
  const activity = {
    code_generation_activity_count: 40,
    code_acceptance_activity_count: 20,
    loc_suggested_to_add_sum: 60,
    loc_suggested_to_delete_sum: 0,
    loc_added_sum: 50,
    loc_deleted_sum: 5,
  };
  const asked = { user_initiated_interaction_count: 3 };
  const users = people.map((name, index) => ({
    day,
    enterprise_id: '1',
    user_id: index + 1,
    user_login: name,
    ...activity,
    ...asked,
    ai_credits_used: 42,
    used_agent: true,
    used_chat: false,
    totals_by_ide: [{ ide: 'vscode', ...activity, ...asked }],
    totals_by_feature: [{ feature: 'agent_edit', ...activity, ...asked }],
    totals_by_language_feature: [{ language: 'typescript', feature: 'agent_edit', ...activity }],
    totals_by_language_model: [{ language: 'typescript', model: 'large', ...activity }],
    totals_by_model_feature: [{ model: 'large', feature: 'agent_edit', ...activity, ...asked }],
  }));
  const teams = people.map((name, index) => ({
    day,
    user_id: index + 1,
    user_login: name,
    enterprise_id: '1',
    team_id: 7,
    slug: 'core',
  }));
  const lines: Record<string, readonly object[]> = { 'users-1-day': users, 'user-teams-1-day': teams };
  const root = `/api/v3/${owner}/acme/copilot/metrics/reports/`;
  return {
    answer({ path, query, headers }, url) {
      if (path.startsWith('/files/')) {
        const [report = '', from = '0'] = path.slice('/files/'.length).split('/');
        const some = lines[report]?.slice(Number(from), Number(from) + size) ?? [];
        return { body: some.map((line) => `${JSON.stringify(line)}\n`).join('') };
      }
      if (headers.get('authorization') !== `Bearer ${token}`) return denied;
      const given = path.startsWith(root) ? lines[path.slice(root.length)] : undefined;
      if (!given || query.get('day') !== day) return unknown;
      const starts = Array.from({ length: Math.ceil(given.length / size) }, (_, page) => page * size);
      const links = starts.map((from) => `${url}/files/${path.slice(root.length)}/${from}?signature=abc`);
      return { body: { download_links: links, report_day: day } };
    },
  };
}

export const aiVendors: Record<AiProviderName, (account: Account) => AiVendor> = {
  [CLAUDE]: claude,
  [CURSOR]: cursor,
  [COPILOT]: (account) => copilot(account, 'orgs'),
  [COPILOT_ENTERPRISE_TEAMS]: (account) => copilot(account, 'enterprises'),
};
