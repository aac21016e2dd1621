import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import {
  connectionContext,
  llmTokenContext,
  oidcClientContext,
  trackerContext,
  webhookContext,
} from '../domain/sealed-contexts.ts';

/** Every column that holds a secret, and what its values are bound to. */
export const SEALED_COLUMNS = [
  { table: 'connections', column: 'sealed_token', context: connectionContext },
  { table: 'connections', column: 'sealed_webhook_secret', context: webhookContext },
  { table: 'llm_tokens', column: 'sealed_token', context: llmTokenContext },
  { table: 'trackers', column: 'sealed_token', context: trackerContext },
  { table: 'oidc_clients', column: 'sealed_client_secret', context: oidcClientContext },
] as const;

type SealedColumn = (typeof SEALED_COLUMNS)[number];

const sealedRow = z.object({ id: z.number(), sealed: z.string() });

/** Rows past `afterId`, held until the transaction ends. */
export const lockSealed = (db: Queryable, { table, column }: SealedColumn, afterId: number, limit: number) =>
  db.many(sealedRow, `SELECT id, ${column} AS sealed FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2 FOR UPDATE`, [
    afterId,
    limit,
  ]);

export const saveSealed = (db: Queryable, { table, column }: SealedColumn, id: number, sealed: string) =>
  db.run(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, sealed]);
