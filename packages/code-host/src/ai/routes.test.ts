import { claudeCodeReport } from '@linescope/providers/testing/documented/claude-code-analytics';
import { copilotUserLine, copilotUserTeamLine } from '@linescope/providers/testing/documented/copilot-report';
import { cursorDailyUsage, cursorUsageEvents } from '@linescope/providers/testing/documented/cursor-admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SampleHost, startSampleHost, token } from '../sample-host.ts';

let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost();
});
afterAll(() => host.stop());

describe('AI usage in the words of each vendor', () => {
  it('Claude Code analytics: a day a call, by admin key, with a cursor to the next page', async () => {
    const ask = async (query: string) =>
      (
        await fetch(`${host.url}/ai/anthropic/v1/organizations/usage_report/claude_code?${query}`, {
          headers: { 'x-api-key': token },
        })
      ).json();
    const cursor = z.object({
      data: z.array(z.object({ actor: z.object({ email_address: z.string() }) })),
      has_more: z.boolean(),
      next_page: z.string().nullable(),
    });
    const first = cursor.parse(await ask('starting_at=2026-03-02&limit=1'));
    expect(first).toMatchObject({ data: [{ actor: { email_address: 'ada@example.com' } }], has_more: true });
    const second = await ask(`starting_at=2026-03-02&limit=1&page=${first.next_page}`);
    claudeCodeReport.parse(second);
    expect(second).toMatchObject({
      data: [
        {
          date: '2026-03-02T00:00:00Z',
          actor: { type: 'user_actor', email_address: 'grace@example.com' },
          core_metrics: { lines_of_code: { added: 100, removed: 20 }, num_sessions: 2 },
          tool_actions: {
            edit_tool: { accepted: 7, rejected: 2 },
            multi_edit_tool: { accepted: 2 },
            write_tool: { accepted: 1 },
          },
          model_breakdown: [{ estimated_cost: { currency: 'USD', amount: 125 } }],
        },
      ],
      has_more: false,
      next_page: null,
    });
    expect(await ask('starting_at=yesterday')).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error' },
    });
  });

  it('Cursor: daily usage and costs of a range of at most 30 days, the key as user name', async () => {
    const ask = async (path: string, body: object) => {
      const headers = { Authorization: `Basic ${btoa(`${token}:`)}`, 'Content-Type': 'application/json' };
      return (
        await fetch(`${host.url}/ai/cursor/teams/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json();
    };
    const range = { startDate: Date.parse('2026-03-02'), endDate: Date.parse('2026-03-03T23:59:59Z') };
    cursorDailyUsage.parse(await ask('daily-usage-data', range));
    cursorUsageEvents.parse(await ask('filtered-usage-events', range));
    expect(await ask('daily-usage-data', range)).toMatchObject({
      data: [
        {
          day: '2026-03-02',
          email: 'ada@example.com',
          acceptedLinesAdded: 100,
          totalApplies: 12,
          totalAccepts: 10,
          totalTabsShown: 30,
          totalTabsAccepted: 10,
        },
        { day: '2026-03-03' },
      ],
      period: range,
    });
    expect(await ask('filtered-usage-events', { ...range, pageSize: 1 })).toMatchObject({
      totalUsageEventsCount: 2,
      pagination: { numPages: 2, hasNextPage: true },
      usageEvents: [{ chargedCents: 125 }],
    });
    expect(await ask('daily-usage-data', { startDate: 0, endDate: range.endDate })).toMatchObject({
      error: expect.stringContaining('30 days'),
    });
  });

  it('Copilot: a report is a signed link to a line of JSON for each user, also for an enterprise', async () => {
    const links = z.object({ download_links: z.array(z.string()), report_day: z.string() });
    for (const path of ['/orgs/acme', '/ai/copilot/orgs/acme', '/enterprises/acme']) {
      const response = await host.ask(`${path}/copilot/metrics/reports/users-1-day?day=2026-03-02`);
      const [link = ''] = links.parse(await response.json()).download_links;
      const lines = (await (await fetch(link)).text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      z.array(copilotUserLine).parse(lines);
      expect(lines).toMatchObject([
        {
          day: '2026-03-02',
          user_login: 'grace',
          code_generation_activity_count: 42,
          code_acceptance_activity_count: 20,
          loc_added_sum: 100,
        },
      ]);
      expect((await fetch(link.replace(/sig=.*/, 'sig=0'))).status).toBe(403);
    }
  });

  it('Copilot: who is in which team is a report of its own', async () => {
    const links = z.object({ download_links: z.array(z.string()) });
    const response = await host.ask('/enterprises/acme/copilot/metrics/reports/user-teams-1-day?day=2026-03-02');
    const [link = ''] = links.parse(await response.json()).download_links;
    const lines = (await (await fetch(link)).text()).trim().split('\n');
    expect(copilotUserTeamLine.parse(JSON.parse(lines[0] ?? ''))).toMatchObject({ user_login: 'grace' });
  });

  it('Copilot: a day that is not over has no report yet', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await host.ask(`/orgs/acme/copilot/metrics/reports/users-1-day?day=${today}`)).status).toBe(204);
  });
});
