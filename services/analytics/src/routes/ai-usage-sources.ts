import { defineRoute, ok } from '@linescope/chassis/http/route';
import { addDays, dayMs, dayOf } from '@linescope/contract/days';
import { USAGE_PROVIDERS, USAGE_SOURCES } from '@linescope/contract/enums';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { count, day, timestamp } from '@linescope/contract/output-fields';
import { roleAllows } from '@linescope/contract/roles';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { sourceEm } from '../domain/usage-precedence.ts';
import { peopleParams } from '../query-scope/people-params.ts';
import type { ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';
import { readUsageSources } from '../reports/read-usage-sources.ts';
import { listReceipts } from '../store/telemetry-usages.ts';

const ACTION = 'action_ai_usage_sources';
const DAYS = 28;

const sourceSchema = z
  .object({
    ai_provider_em: z.enum(USAGE_PROVIDERS),
    source_em: z.enum(USAGE_SOURCES),
    figures: z
      .array(z.string())
      .describe(
        'What of it counts: lines, prompted, tab, cost, tokens. Where sources overlap, each figure counts once.',
      ),
    last_usage_date: day.nullable().describe('The last day with usage of which something counts.'),
    last_received_at: timestamp.nullable().describe('When telemetry last came; null for other sources.'),
    waiting_people_count: count
      .nullable()
      .describe('How many names that telemetry gave nobody is known for; null where you may not see everybody.'),
  })
  .meta({ id: 'AiUsageSource' });

export const aiUsageSourcesRoute = (context: Context, resolveQueryScope: ResolveQueryScope) =>
  defineRoute({
    method: 'GET',
    path: '/ai_usages/sources',
    action: ACTION,
    summary: 'Where AI usage comes from',
    description:
      'Of the last 28 days of your entity, by provider and source: which figures count from it. A person’s figure of a tool and day is taken from one source only: the tool’s own telemetry, else the vendor’s API; for Copilot the vendor’s API comes first, since its report counts completions too.',
    role: 'member',
    input: z.object({}),
    output: z.object({ ...envelopeShape, sources: z.array(sourceSchema) }),
    async handle(_, { principal }) {
      const { entityId, entitySlug, role } = principal;
      const { copies, people } = await resolveQueryScope(principal, { resource_path: entitySlug });
      const today = dayOf(context.now());
      const [used, receipts] = await Promise.all([
        readUsageSources(context.clickHouse, {
          ...peopleParams(copies.committers, people),
          entity_id: entityId,
          from_ms: dayMs(addDays(today, 1 - DAYS)),
          until_ms: dayMs(addDays(today, 2)),
        }),
        listReceipts(context.postgres, entityId),
      ]);
      const known = new Set(used.map(({ provider, source }) => `${source} ${provider}`));
      const silent = receipts
        .filter(({ tool }) => !known.has(`telemetry ${tool}`))
        .map(({ tool }) => ({ provider: tool, source: 'telemetry', figures: [], last: null }));
      const sources = [...used, ...silent].map(({ provider, source, figures, last }) => {
        const receipt = source === 'telemetry' ? receipts.find(({ tool }) => tool === provider) : undefined;
        return {
          ai_provider_em: provider,
          source_em: sourceEm(provider, source),
          figures,
          last_usage_date: last,
          last_received_at: receipt?.last_received_at.toISOString() ?? null,
          waiting_people_count: receipt && roleAllows(role, 'admin') ? receipt.waiting : null,
        };
      });
      return ok(success(ACTION, `${sources.length} sources of AI usage.`, { sources }));
    },
  });
