import { aiUsageTable } from '@linescope/facts/provider-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import type { Context } from '../context.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { lockTelemetry, wakeWaiting } from '../store/telemetry.ts';
import {
  listUnstored,
  listWaiting,
  saveCommitters,
  sumUsages,
  type TelemetrySum,
  type UnstoredUsage,
} from '../store/telemetry-usages.ts';

const ROWS_AT_ONCE = 2_000;
const WAITING_AT_ONCE = 5_000;
const IDENTIFIERS_A_CALL = 500;

type StoreContext = Pick<Context, 'clickHouse' | 'postgres' | 'developersTeams'>;

/**
 * Copies the sums that changed to ClickHouse, with the people they belong to. ClickHouse is written before the transaction commits: if
 * that then fails, the same rows are written once more.
 */
export async function storeTelemetry(context: StoreContext, entityId: number): Promise<void> {
  const unstored = await listUnstored(context.postgres, entityId, ROWS_AT_ONCE);
  const committers = await findReporters(context, entityId, unstored);
  const found = unstored.map((usage) => ({
    ...usage,
    committerId: usage.committer_id || ownOf(usage) || (committers.get(identifierOf(usage)) ?? 0),
  }));
  const known = found.filter(({ committerId }) => committerId > 0);
  await context.postgres.transaction(async (tx) => {
    await lockTelemetry(tx, entityId);
    await saveCommitters(tx, entityId, found);
    if (known.length === 0) return;
    const sums = await sumUsages(tx, entityId, known);
    await context.clickHouse.insertBinary({
      table: aiUsageTable.name,
      columns: aiUsageTable.columnNames,
      bytes: encodeRows(
        aiUsageTable,
        sums.map((sum) => usageRow(entityId, sum)),
      ),
    });
  });
  if (known.length > 0) await bumpStamp(context.postgres, entityId, 'rows');
}

/** People may become known under a name that no event tells of; so those who wait are looked up now and then. */
export async function findWaiting(context: Pick<Context, 'postgres' | 'developersTeams'>): Promise<void> {
  const waiting = Map.groupBy(await listWaiting(context.postgres, WAITING_AT_ONCE), ({ entity_id: id }) => id);
  for (const [entityId, names] of waiting) {
    const found = await findReporters(context, entityId, names);
    if (found.size > 0) await wakeWaiting(context.postgres, entityId, [...found.keys()]);
  }
}

/** What developers-teams knows a person by. */
const identifierOf = ({ who, email }: Pick<UnstoredUsage, 'who' | 'email'>): string =>
  (email ?? who.replace(/^account:/, '')).toLowerCase();

/** Usage that named nobody is of the user whose token it came with. */
const ownOf = ({ who }: Pick<UnstoredUsage, 'who'>): number => Number(/^committer:(\d+)$/.exec(who)?.[1] ?? 0);

/** Ids of identities by what they are known by, in lower case. */
async function findReporters(
  { developersTeams }: Pick<Context, 'developersTeams'>,
  entityId: number,
  names: readonly Pick<UnstoredUsage, 'who' | 'email'>[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const identifiers = [...new Set(names.filter((name) => ownOf(name) === 0).map(identifierOf))];
  for (let start = 0; start < identifiers.length; start += IDENTIFIERS_A_CALL) {
    const { committers } = await developersTeams.findCommitters({
      entityId,
      identifiers: identifiers.slice(start, start + IDENTIFIERS_A_CALL),
    });
    for (const { id, matchedIdentifiers } of committers)
      for (const name of matchedIdentifiers) if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), id);
  }
  return found;
}

const whole = (count: number, most = 2 ** 32 - 1): number => Math.min(Math.max(Math.round(count), 0), most);

const usageRow = (entityId: number, sum: TelemetrySum): FactRow<typeof aiUsageTable> => ({
  entity_id: entityId,
  date: sum.day,
  provider: sum.tool,
  model: sum.model,
  committer_id: sum.committer_id,
  team_id: 0,
  organization_id: 0,
  repo_id: 0,
  source: 'telemetry',
  lines_added: whole(sum.lines_added),
  lines_deleted: whole(sum.lines_deleted),
  prompted_suggest_count: whole(sum.prompted_suggest_count),
  prompted_accept_count: whole(sum.prompted_accept_count),
  tab_suggest_count: 0,
  tab_accept_count: 0,
  cents_cost: Math.round(sum.cents_cost * 1e6) / 1e6,
  input_tokens: whole(sum.input_tokens, Number.MAX_SAFE_INTEGER),
  output_tokens: whole(sum.output_tokens, Number.MAX_SAFE_INTEGER),
  version: sum.version,
});
