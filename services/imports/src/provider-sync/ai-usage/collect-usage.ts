import { DAY_MS, dayMs, dayOf } from '@linescope/contract/days';
import { AI_PROVIDERS, COPILOT_ENTERPRISE_TEAMS } from '@linescope/contract/vendors';
import type { AiConnection } from '@linescope/providers/ai-usage/collector';
import { openAiUsageCollector } from '@linescope/providers/ai-usage/open-collector';
import { isProviderError, ProviderError } from '@linescope/providers/errors';
import type { Context } from '../../context.ts';
import { endTurn, lostFigures, takeTurn } from '../../store/ai-collections.ts';
import { openRuntime } from '../provider-runtime.ts';
import { storeDay } from './store-day.ts';

const TURN_SECONDS = 30 * 60;
const HOUR_MS = 60 * 60 * 1000;
/** As far back as every vendor still reports. */
const FIRST_DAYS = 28;
/** Vendors correct their last days. */
const REREAD_DAYS = 3;

type LlmToken = Awaited<ReturnType<Context['identity']['lendLlmTokens']>>['tokens'][number];

/** Collects with every token that is due, once a day each, and reports to identity how that went. */
export async function collectUsage(context: Context, signal: AbortSignal): Promise<void> {
  const { tokens } = await context.identity.lendLlmTokens({});
  for (const token of tokens) {
    signal.throwIfAborted();
    const turn = await takeTurn(context.postgres, token.id, token.entityId, TURN_SECONDS);
    if (turn) await collectWith(context, token, turn.collected_through, signal);
  }
}

async function collectWith(
  context: Context,
  token: LlmToken,
  collectedThrough: string | null,
  signal: AbortSignal,
): Promise<void> {
  const now = context.now();
  let exceededQuotaAt = '';
  const onQuotaExceeded = () => {
    exceededQuotaAt = context.now().toISOString();
  };
  /** Used in any case, and over its quota also where waiting a little was enough. */
  const report = (globalErrorEm: string) =>
    context.identity.reportLlmToken({
      llmTokenId: token.id,
      usedAt: now.toISOString(),
      exceededQuotaAt,
      globalErrorEm,
    });
  try {
    const connection = connectionOf(token);
    const collector = openAiUsageCollector(
      connection,
      openRuntime(context, token.entityId, { signal, onQuotaExceeded }),
    );
    for (const day of daysFrom(collectedThrough, now)) {
      const collected = await collector.collect(day);
      if (collected === null) break;
      const lost = await lostFigures(context.postgres, token.id, collected.missing);
      // Stored, they would be zeros in place of what is not known.
      if (lost.length > 0)
        throw new ProviderError('answer_lacks_figures', { internal: `no ${lost.join(', ')} of ${day}` });
      const wanted = collected.rows.filter(
        ({ teamSlugs }) => token.teamSlugs.length === 0 || teamSlugs.some((slug) => token.teamSlugs.includes(slug)),
      );
      await storeDay(
        context,
        {
          id: token.id,
          entityId: token.entityId,
          provider: connection.provider,
          organizationId: token.organizationId,
        },
        day,
        wanted,
        signal,
      );
    }
    await report('');
    await endTurn(context.postgres, token.id, new Date(now.getTime() + DAY_MS));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    context.log.warn(
      { err: error, internal: error.internal, llmTokenId: token.id },
      'collecting AI usage failed, retrying in an hour or later',
    );
    if (error.code === 'quota_exhausted') onQuotaExceeded();
    await report(error.code === 'quota_exhausted' ? '' : error.code);
    await endTurn(context.postgres, token.id, new Date(resumeOf(error, now)));
  }
}

const resumeOf = (error: ProviderError, now: Date): number => Math.max(error.resumeAt ?? 0, now.getTime() + HOUR_MS);

function connectionOf(token: LlmToken): AiConnection {
  const provider = AI_PROVIDERS.find((name) => name === token.aiUsageProviderEm);
  if (!provider) throw new Error(`no collector for ${token.aiUsageProviderEm}`);
  const account = provider === COPILOT_ENTERPRISE_TEAMS ? token.enterpriseSlug : token.organizationSlug;
  return {
    id: `llm-${token.id}`,
    provider,
    token: token.token,
    account: account || null,
    endpoint: token.endpointUrl || null,
  };
}

/** UTC days up to yesterday. */
function daysFrom(collectedThrough: string | null, now: Date): string[] {
  const yesterday = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS;
  const earliest = yesterday - (FIRST_DAYS - 1) * DAY_MS;
  const reread = collectedThrough ? dayMs(collectedThrough) - (REREAD_DAYS - 1) * DAY_MS : earliest;
  const days: string[] = [];
  for (let at = Math.max(reread, earliest); at <= yesterday; at += DAY_MS) days.push(dayOf(new Date(at)));
  return days;
}
