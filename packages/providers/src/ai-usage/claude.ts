import { CLAUDE } from '@linescope/contract/vendors';
import { z } from 'zod';
import { type Answer, createProviderClient } from '../pacing/provider-client.ts';
import type { Runtime } from '../pacing/runtime.ts';
import { maybeText } from '../reading/instant.ts';
import type { AiConnection, AiUsageCollector } from './collector.ts';
import { type AiUsageRow, addUp, missingFigures, noUsage } from './usage-row.ts';

const tool = z.object({ accepted: z.number().nullish(), rejected: z.number().nullish() }).nullish();

export const reportSchema = z.object({
  data: z.array(
    z.object({
      actor: z.object({ email_address: maybeText.optional(), api_key_name: maybeText.optional() }),
      core_metrics: z.object({ lines_of_code: z.object({ added: z.number(), removed: z.number() }) }),
      tool_actions: z.record(z.string(), tool).nullish(),
      model_breakdown: z
        .array(
          z.object({
            model: z.string(),
            tokens: z.object({ input: z.number().nullish(), output: z.number().nullish() }).nullish(),
            estimated_cost: z.object({ amount: z.number().nullish() }).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
  has_more: z.boolean(),
  next_page: maybeText.optional(),
});

type Entry = z.output<typeof reportSchema>['data'][number];

/** Lines and edits are given without a model: they go to the one that wrote most of that day's words. */
function rowsOf(entry: Entry, date: string): AiUsageRow[] {
  const committerIdentifier = entry.actor.email_address ?? entry.actor.api_key_name;
  if (!committerIdentifier) return [];
  const base = { provider: CLAUDE, date, committerIdentifier, teamSlugs: [], ...noUsage } as const;
  const models = entry.model_breakdown ?? [];
  const [main] = models.toSorted((a, b) => (b.tokens?.output ?? 0) - (a.tokens?.output ?? 0));
  const actions = Object.values(entry.tool_actions ?? {});
  const accepted = actions.reduce((sum, action) => sum + (action?.accepted ?? 0), 0);
  const rejected = actions.reduce((sum, action) => sum + (action?.rejected ?? 0), 0);
  const written: AiUsageRow = {
    ...base,
    teamSlugs: [],
    model: main?.model ?? 'unknown',
    linesAdded: entry.core_metrics.lines_of_code.added,
    linesDeleted: entry.core_metrics.lines_of_code.removed,
    promptSuggestCount: accepted + rejected,
    promptAcceptCount: accepted,
  };
  const paid = models.map(({ model, estimated_cost }) => ({
    ...base,
    teamSlugs: [],
    model,
    costCents: estimated_cost?.amount ?? 0,
  }));
  return [written, ...paid];
}

const toldActions = ({ tool_actions: actions }: Entry) => actions;

export function claudeCollector(connection: AiConnection, runtime: Runtime): AiUsageCollector {
  const client = createProviderClient({
    baseUrl: connection.endpoint ?? 'https://api.anthropic.com',
    runtime,
    headers: { 'anthropic-version': '2023-06-01' },
    connections: [{ id: connection.id, headers: { 'x-api-key': connection.token }, secrets: [connection.token] }],
  });
  return {
    async collect(day) {
      const entries: Entry[] = [];
      const list = client.openList('inMemory');
      let page: string | null | undefined;
      do {
        const query = { starting_at: day, limit: 1_000, page };
        const ask = { path: 'v1/organizations/usage_report/claude_code', schema: reportSchema, query, list };
        const { data }: Answer<z.output<typeof reportSchema>> = await client.send(ask);
        entries.push(...data.data);
        page = data.has_more ? data.next_page : null;
      } while (page);
      const models = entries.flatMap(({ model_breakdown: breakdown }) => breakdown ?? []);
      return {
        rows: addUp(entries.flatMap((entry) => rowsOf(entry, day))),
        missing: [
          ...missingFigures(entries, { promptSuggestCount: toldActions, promptAcceptCount: toldActions }),
          // Somebody without a model has no cost, which is no missing one.
          ...missingFigures(models, { costCents: ({ estimated_cost: cost }) => cost?.amount }),
          ...missingFigures(entries, { costCents: ({ model_breakdown: breakdown }) => breakdown }),
        ],
      };
    },
  };
}
