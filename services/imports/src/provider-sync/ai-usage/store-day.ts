import { createHash } from 'node:crypto';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { aiUsageTable } from '@linescope/facts/provider-tables';
import { encodeRows } from '@linescope/facts/table';
import { type AiUsageRow, noUsage } from '@linescope/providers/ai-usage/usage-row';
import type { AiProviderName } from '@linescope/providers/provider-names';
import type { Context } from '../../context.ts';
import { type DayUsage, daysNamingUnknown, lockDay, saveDay } from '../../store/ai-collections.ts';
import { createFactPublisher } from '../../store/fact-publisher.ts';

interface TokenOfDay {
  id: number;
  entityId: number;
  provider: AiProviderName;
  /** Whose usage it reads; 0: the entity's. */
  organizationId: number;
}

const counts = [
  'linesAdded',
  'linesDeleted',
  'promptSuggestCount',
  'promptAcceptCount',
  'tabSuggestCount',
  'tabAcceptCount',
  'costCents',
] as const;

/** Stores a day as the vendor reports it for this token, in place of its earlier report. The same report again stores nothing. */
export async function storeDay(
  context: Context,
  token: TokenOfDay,
  day: string,
  reported: readonly AiUsageRow[],
  signal: AbortSignal,
): Promise<void> {
  const committers = await committersOf(context, token, reported);
  const rows = sumByPerson(reported, committers, token.organizationId);
  const unknown = new Set(
    reported.flatMap(({ committerIdentifier: named }) => (committers.has(named) ? [] : [named.toLowerCase()])),
  );
  await context.postgres.transaction(async (tx) => {
    const held = await lockDay(tx, token, day);
    const before = joinTokens([...held.values()]);
    const after = joinTokens([...held.set(token.id, rows).values()]);
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      const kept = new Set(after.map(keyOf));
      const gone = before.filter((row) => !kept.has(keyOf(row))).map((row) => ({ ...row, ...noUsage }));
      await publish(context, token, day, [...after, ...gone], signal);
    }
    await saveDay(tx, token, day, rows, { reported, unknown: [...unknown] });
  });
}

/** Days that named somebody who has become known are stored again, with the person. */
export async function storeDaysNaming(
  context: Context,
  entityId: number,
  identifiers: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const days = await daysNamingUnknown(context.postgres, entityId, identifiers);
  if (days.length === 0) return;
  const { tokens } = await context.identity.lendLlmTokens({ entityId });
  const organizations = new Map(tokens.map(({ id, organizationId }) => [id, organizationId]));
  for (const { llm_token_id: id, provider, day, reported } of days) {
    const token = { id, entityId, provider, organizationId: organizations.get(id) ?? 0 };
    await storeDay(context, token, day, reported, signal);
  }
}

const personKey = ({ model, committerId }: DayUsage): string => JSON.stringify([model, committerId]);
const keyOf = ({ model, committerId, organizationId }: DayUsage): string =>
  JSON.stringify([model, committerId, organizationId]);

/**
 * Merges what all tokens of a provider report of a day. A person's usage in two accounts adds up; identical rows of two
 * tokens are the same usage reported twice, which belongs to what is above both.
 */
export function joinTokens(days: readonly (readonly DayUsage[])[]): DayUsage[] {
  const alike = new Map<string, DayUsage>();
  for (const row of days.flat()) {
    const key = JSON.stringify([personKey(row), counts.map((count) => row[count])]);
    const same = alike.get(key);
    const isOne = same === undefined || same.organizationId === row.organizationId;
    alike.set(key, isOne ? row : { ...row, organizationId: 0 });
  }
  const sums = new Map<string, DayUsage>();
  for (const row of alike.values()) {
    const sum = sums.get(keyOf(row)) ?? { ...row, ...noUsage };
    for (const count of counts) sum[count] += row[count];
    sums.set(keyOf(row), sum);
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Several identifiers may be one person. */
function sumByPerson(
  reported: readonly AiUsageRow[],
  committers: ReadonlyMap<string, number>,
  organizationId: number,
): DayUsage[] {
  const sums = new Map<string, DayUsage>();
  for (const row of reported) {
    const committerId = committers.get(row.committerIdentifier) ?? 0;
    const key = JSON.stringify([row.model, committerId]);
    const sum = sums.get(key) ?? { model: row.model, committerId, organizationId, ...noUsage };
    for (const count of counts) sum[count] += row[count];
    sums.set(key, sum);
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** People who are known by an email, a user name or an account; an email that is not known yet becomes a person. */
async function committersOf(
  context: Context,
  { entityId }: TokenOfDay,
  reported: readonly AiUsageRow[],
): Promise<Map<string, number>> {
  const identifiers = [...new Set(reported.map((row) => row.committerIdentifier))];
  if (identifiers.length === 0) return new Map();
  const { committers } = await context.developersTeams.findCommitters(
    { entityId, identifiers },
    { deadlineMs: 30_000 },
  );
  const known = new Map<string, number>();
  for (const { id, matchedIdentifiers } of committers)
    for (const identifier of matchedIdentifiers) if (!known.has(identifier)) known.set(identifier, id);
  const unknown = identifiers.filter((identifier) => !known.has(identifier) && /^[^\s@]+@[^\s@]+$/.test(identifier));
  if (unknown.length === 0) return known;
  const { identityIds } = await context.developersTeams.resolveIdentities(
    { entityId, identities: unknown.map((email) => ({ email, name: email.split('@')[0] ?? '' })) },
    { deadlineMs: 30_000 },
  );
  for (const [index, email] of unknown.entries()) known.set(email, identityIds[index] ?? 0);
  return known;
}

const whole = (count: number): number => Math.min(Math.max(Math.round(count), 0), 2 ** 32 - 1);

async function publish(
  context: Context,
  token: TokenOfDay,
  day: string,
  rows: readonly DayUsage[],
  signal: AbortSignal,
): Promise<void> {
  const version = context.now().getTime();
  const encoded = encodeRows(
    aiUsageTable,
    rows.map((row) => ({
      entity_id: token.entityId,
      date: day,
      provider: token.provider,
      model: row.model,
      committer_id: row.committerId,
      team_id: 0,
      organization_id: row.organizationId,
      repo_id: 0,
      source: '',
      lines_added: whole(row.linesAdded),
      lines_deleted: whole(row.linesDeleted),
      prompted_suggest_count: whole(row.promptSuggestCount),
      prompted_accept_count: whole(row.promptAcceptCount),
      tab_suggest_count: whole(row.tabSuggestCount),
      tab_accept_count: whole(row.tabAcceptCount),
      cents_cost: row.costCents,
      input_tokens: 0,
      output_tokens: 0,
      version,
    })),
  );
  const batchId = `ai:${token.id}:${day}:${createHash('sha256').update(encoded).digest('hex')}`;
  const publisher = createFactPublisher(context.broker, signal, 'provider');
  try {
    const blocks = [{ table: aiUsageTable, rows: rows.length, bytes: encoded }];
    const message = encodeFactBatch({ batchId, entityId: token.entityId, repoId: 0 }, blocks);
    await (await publisher.send({ batchId, entityId: token.entityId, message })).stored;
  } finally {
    publisher.close();
  }
}
