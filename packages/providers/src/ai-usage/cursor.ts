import { DAY_MS } from '@linescope/contract/days';
import { CURSOR } from '@linescope/contract/vendors';
import { z } from 'zod';
import { type Ask, createProviderClient } from '../pacing/provider-client.ts';
import type { Runtime } from '../pacing/runtime.ts';
import { maybeText } from '../reading/instant.ts';
import type { AiConnection, AiUsageCollector } from './collector.ts';
import { type AiUsageRow, addUp, missingFigures, noUsage } from './usage-row.ts';

const count = z.number().nullish();
const pagination = z.object({ hasNextPage: z.boolean().nullish() }).nullish();

export const dailySchema = z.object({
  data: z.array(
    z.object({
      date: z.number(),
      email: maybeText.optional(),
      acceptedLinesAdded: count,
      acceptedLinesDeleted: count,
      totalApplies: count,
      totalAccepts: count,
      totalTabsShown: count,
      totalTabsAccepted: count,
      mostUsedModel: maybeText.optional(),
    }),
  ),
  pagination,
});

export const eventsSchema = z.object({
  usageEvents: z.array(
    z.object({
      timestamp: z.union([z.string(), z.number()]).transform(Number),
      userEmail: maybeText.optional(),
      model: maybeText.optional(),
      chargedCents: z.number().nullish(),
      tokenUsage: z.object({ totalCents: z.number().nullish() }).nullish(),
    }),
  ),
  pagination,
});

type Day = z.output<typeof dailySchema>['data'][number];
type Event = z.output<typeof eventsSchema>['usageEvents'][number];

const costOf = ({ chargedCents, tokenUsage }: Event) => chargedCents ?? tokenUsage?.totalCents;
const TOLD_COST = { costCents: costOf };
const TOLD = {
  linesAdded: (entry: Day) => entry.acceptedLinesAdded,
  linesDeleted: (entry: Day) => entry.acceptedLinesDeleted,
  promptSuggestCount: (entry: Day) => entry.totalApplies,
  promptAcceptCount: (entry: Day) => entry.totalAccepts,
  tabSuggestCount: (entry: Day) => entry.totalTabsShown,
  tabAcceptCount: (entry: Day) => entry.totalTabsAccepted,
};

const dateOf = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : '');

export function cursorCollector(connection: AiConnection, runtime: Runtime): AiUsageCollector {
  const encoded = Buffer.from(`${connection.token}:`).toString('base64');
  const client = createProviderClient({
    baseUrl: connection.endpoint ?? 'https://api.cursor.com',
    runtime,
    connections: [
      { id: connection.id, headers: { authorization: `Basic ${encoded}` }, secrets: [connection.token, encoded] },
    ],
  });

  async function* pages<S extends z.ZodType<{ pagination?: z.output<typeof pagination> }>>(ask: Ask<S>, day: string) {
    const startDate = Date.parse(`${day}T00:00:00Z`);
    const list = client.openList();
    for (let page = 1; ; page++) {
      const body = { startDate, endDate: startDate + DAY_MS - 1, page, pageSize: 500 };
      const { data } = await client.send({ ...ask, method: 'POST', body, list });
      yield data;
      if (data.pagination?.hasNextPage !== true) return;
    }
  }

  const base = (date: string, committerIdentifier: string, model: string | null | undefined): AiUsageRow => ({
    provider: CURSOR,
    date,
    committerIdentifier,
    teamSlugs: [],
    model: model ?? 'unknown',
    ...noUsage,
  });

  return {
    async collect(day) {
      const rows: AiUsageRow[] = [];
      const days: Day[] = [];
      const events: Event[] = [];
      for await (const page of pages({ path: 'teams/daily-usage-data', schema: dailySchema }, day)) {
        for (const entry of page.data) {
          if (!entry.email || dateOf(entry.date) !== day) continue;
          days.push(entry);
          rows.push({
            ...base(day, entry.email, entry.mostUsedModel),
            linesAdded: entry.acceptedLinesAdded ?? 0,
            linesDeleted: entry.acceptedLinesDeleted ?? 0,
            promptSuggestCount: entry.totalApplies ?? 0,
            promptAcceptCount: entry.totalAccepts ?? 0,
            tabSuggestCount: entry.totalTabsShown ?? 0,
            tabAcceptCount: entry.totalTabsAccepted ?? 0,
          });
        }
      }
      for await (const page of pages({ path: 'teams/filtered-usage-events', schema: eventsSchema }, day)) {
        for (const event of page.usageEvents) {
          if (!event.userEmail || dateOf(event.timestamp) !== day) continue;
          events.push(event);
          rows.push({ ...base(day, event.userEmail, event.model), costCents: costOf(event) ?? 0 });
        }
      }
      return { rows: addUp(rows), missing: [...missingFigures(days, TOLD), ...missingFigures(events, TOLD_COST)] };
    },
  };
}
