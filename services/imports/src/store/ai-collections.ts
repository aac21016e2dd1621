import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { AI_PROVIDERS } from '@linescope/contract/vendors';
import type { AiUsageRow, UsageFigure } from '@linescope/providers/ai-usage/usage-row';
import { z } from 'zod';

const turnRow = z.object({ collected_through: z.string().nullable() });

/** The turn to collect with a token, if it is due and nobody has it; it falls back after `seconds`. */
export const takeTurn = (db: Queryable, llmTokenId: number, entityId: number, seconds: number) =>
  db.maybe(
    turnRow,
    `INSERT INTO ai_collectors AS held (llm_token_id, entity_id, next_at) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (llm_token_id) DO UPDATE SET next_at = excluded.next_at WHERE held.next_at <= now()
     RETURNING collected_through`,
    [llmTokenId, entityId, seconds],
  );

export const endTurn = (db: Queryable, llmTokenId: number, nextAt: Date): Promise<number> =>
  db.run('UPDATE ai_collectors SET next_at = $2 WHERE llm_token_id = $1', [llmTokenId, nextAt]);

export const usageCounts = z.object({
  model: z.string(),
  committerId: z.number(),
  /** Whose usage it is; 0: the entity's, as before this was known. */
  organizationId: z.number().default(0),
  linesAdded: z.number(),
  linesDeleted: z.number(),
  promptSuggestCount: z.number(),
  promptAcceptCount: z.number(),
  tabSuggestCount: z.number(),
  tabAcceptCount: z.number(),
  costCents: z.number(),
});
export type DayUsage = z.infer<typeof usageCounts>;

/** Of these figures, those that the token has reported before. */
export async function lostFigures(
  db: Queryable,
  llmTokenId: number,
  figures: readonly UsageFigure[],
): Promise<UsageFigure[]> {
  if (figures.length === 0) return [];
  const known = await db.many(
    z.object({ figure: z.string() }),
    `SELECT figure FROM unnest($2::text[]) AS figure WHERE EXISTS (
       SELECT FROM ai_collections c, jsonb_array_elements(c.rows::jsonb) AS usage
       WHERE c.llm_token_id = $1 AND (usage ->> figure)::numeric > 0)`,
    [llmTokenId, figures],
  );
  return figures.filter((figure) => known.some(({ figure: name }) => name === figure));
}

const dayRow = z.object({ llm_token_id: z.number(), rows: z.array(usageCounts) });

/** What each token of a provider reported of a day, locked until the transaction ends. */
export async function lockDay(
  tx: Transaction,
  { entityId, provider }: { entityId: number; provider: string },
  day: string,
): Promise<Map<number, DayUsage[]>> {
  await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`ai usage:${entityId}:${provider}:${day}`]);
  const rows = await tx.many(
    dayRow,
    'SELECT llm_token_id, rows FROM ai_collections WHERE entity_id = $1 AND provider = $2 AND day = $3 ORDER BY llm_token_id',
    [entityId, provider, day],
  );
  return new Map(rows.map((row) => [row.llm_token_id, row.rows]));
}

/** A row as the vendor reported it. */
const reportedRow: z.ZodType<AiUsageRow> = usageCounts.omit({ committerId: true, organizationId: true }).extend({
  provider: z.enum(AI_PROVIDERS),
  date: z.string(),
  committerIdentifier: z.string(),
  teamSlugs: z.array(z.string()),
});
const waitingRow = z.object({
  llm_token_id: z.number(),
  provider: z.enum(AI_PROVIDERS),
  day: z.string(),
  reported: z.array(reportedRow),
});

/** Days that name one of these identifiers, in lower case, unknown when they were stored. */
export const daysNamingUnknown = (db: Queryable, entityId: number, identifiers: readonly string[]) =>
  db.many(
    waitingRow,
    `SELECT llm_token_id, provider, day, told AS reported FROM ai_collections
     WHERE entity_id = $1 AND waits_for && $2 ORDER BY llm_token_id, day`,
    [entityId, identifiers],
  );

/** Saves the report itself too, where it names somebody unknown. */
export async function saveDay(
  tx: Transaction,
  token: { id: number; entityId: number; provider: string },
  day: string,
  rows: readonly DayUsage[],
  { reported, unknown }: { reported: readonly AiUsageRow[]; unknown: readonly string[] },
): Promise<void> {
  const waits = unknown.length > 0;
  await tx.run(
    `INSERT INTO ai_collections (llm_token_id, entity_id, day, provider, rows, told, waits_for)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (llm_token_id, day) DO UPDATE SET rows = excluded.rows, provider = excluded.provider,
       told = excluded.told, waits_for = excluded.waits_for`,
    [
      token.id,
      token.entityId,
      day,
      token.provider,
      JSON.stringify(rows),
      waits ? JSON.stringify(reported) : null,
      waits ? unknown : null,
    ],
  );
  await tx.run('UPDATE ai_collectors SET collected_through = greatest(collected_through, $2) WHERE llm_token_id = $1', [
    token.id,
    day,
  ]);
}
