/** Cursor's Admin API: members, daily usage of up to 30 days a call, and the events that carry the cost. */
import { DAY_MS } from '@linescope/contract/days';
import { z } from 'zod';
import { type Asked, get, HostError, post } from '../server/route.ts';
import { rowsOf, usageAsked } from './read-usage.ts';
import type { UsageRecord } from './records.ts';

const asking = z.object({
  startDate: z.number().optional(),
  endDate: z.number().optional(),
  page: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(1000).optional(),
  email: z.string().optional(),
});

function rowsAsked(asked: Asked) {
  const parsed = asking.safeParse(asked.body ?? {});
  if (!parsed.success)
    throw new HostError(
      400,
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  const endDate = parsed.data.endDate ?? asked.now;
  const startDate = parsed.data.startDate ?? endDate - 30 * DAY_MS;
  if (endDate - startDate > 31 * DAY_MS) throw new HostError(400, 'Date range cannot exceed 30 days');
  const text = (time: number) => new Date(time).toISOString().slice(0, 10);
  const rows = rowsOf(usageAsked(asked), 'cursor', text(startDate), text(endDate)).filter(
    (row) => parsed.data.email === undefined || row.email === parsed.data.email,
  );
  return { rows, startDate, endDate, page: parsed.data.page, pageSize: parsed.data.pageSize };
}

const userId = (row: { user_id: number }): string => `user_${row.user_id}`;

function renderDay(row: UsageRecord) {
  return {
    userId: userId(row),
    day: row.day,
    date: Date.parse(row.day),
    email: row.email,
    isActive: true,
    totalLinesAdded: Math.round(row.lines_added * 1.6),
    totalLinesDeleted: Math.round(row.lines_deleted * 1.4),
    acceptedLinesAdded: row.lines_added,
    acceptedLinesDeleted: row.lines_deleted,
    totalApplies: row.prompts_suggested,
    totalAccepts: row.prompts_accepted,
    totalRejects: row.prompts_suggested - row.prompts_accepted,
    totalTabsShown: row.tabs_shown,
    totalTabsAccepted: row.tabs_accepted,
    composerRequests: Math.floor(row.prompts_suggested / 3),
    chatRequests: Math.floor(row.prompts_suggested / 3),
    agentRequests: row.prompts_suggested - 2 * Math.floor(row.prompts_suggested / 3),
    cmdkUsages: row.sessions,
    subscriptionIncludedReqs: row.prompts_suggested,
    apiKeyReqs: 0,
    usageBasedReqs: 0,
    bugbotUsages: 0,
    mostUsedModel: row.model,
    applyMostUsedExtension: '.ts',
    tabMostUsedExtension: '.ts',
    clientVersion: '2.1.0',
  };
}

export const cursorRoutes = [
  get('/ai/cursor/teams/members', (asked) => {
    const people = new Map(
      usageAsked(asked)
        .rows.filter((row) => row.provider === 'cursor')
        .map((row) => [row.email, row]),
    );
    return {
      body: {
        teamMembers: [...people.values()].map((row) => ({
          id: userId(row),
          name: row.login,
          email: row.email,
          role: 'member',
          isRemoved: false,
        })),
      },
    };
  }),
  post('/ai/cursor/teams/daily-usage-data', (asked) => {
    const { rows, startDate, endDate, page, pageSize } = rowsAsked(asked);
    const size = pageSize ?? rows.length;
    return {
      body: { data: rows.slice((page - 1) * size, page * size).map(renderDay), period: { startDate, endDate } },
    };
  }),
  post('/ai/cursor/teams/filtered-usage-events', (asked) => {
    const { rows, startDate, endDate, page, pageSize = 10 } = rowsAsked(asked);
    const numPages = Math.max(1, Math.ceil(rows.length / pageSize));
    const usageEvents = rows.slice((page - 1) * pageSize, page * pageSize).map((row) => ({
      timestamp: String(Date.parse(`${row.day}T12:00:00Z`)),
      userEmail: row.email,
      model: row.model,
      kind: 'Usage-based',
      maxMode: false,
      requestsCosts: row.prompts_suggested,
      isTokenBasedCall: true,
      isChargeable: true,
      isHeadless: false,
      tokenUsage: {
        inputTokens: row.lines_suggested * 80,
        outputTokens: row.lines_suggested * 12,
        cacheWriteTokens: 0,
        cacheReadTokens: row.lines_suggested * 300,
        totalCents: row.cost_cents,
      },
      chargedCents: row.cost_cents,
    }));
    return {
      body: {
        totalUsageEventsCount: rows.length,
        pagination: { numPages, currentPage: page, pageSize, hasNextPage: page < numPages, hasPreviousPage: page > 1 },
        usageEvents,
        period: { startDate, endDate },
      },
    };
  }),
];
