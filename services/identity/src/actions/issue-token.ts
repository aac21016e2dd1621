import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Scope } from '@linescope/contract/scopes';
import { newToken } from '../domain/token.ts';
import { writeAudit } from '../store/audit-log.ts';
import { insertToken, type TokenRecord } from '../store/tokens.ts';

export interface TokenWish {
  entityId: number;
  userId: number;
  name: string;
  expiresAt?: Date | null;
  rateLimitPerMinute?: number | null;
  scopes?: readonly Scope[] | null | undefined;
  actor: string;
}

/** The token itself leaves here once and is kept nowhere. */
export async function issueToken(tx: Transaction, wish: TokenWish): Promise<{ token: string; record: TokenRecord }> {
  const { token, prefix, sha256 } = newToken();
  const record = await insertToken(tx, {
    entityId: wish.entityId,
    userId: wish.userId,
    name: wish.name,
    prefix,
    sha256,
    expiresAt: wish.expiresAt ?? null,
    rateLimitPerMinute: wish.rateLimitPerMinute ?? null,
    scopes: wish.scopes ?? null,
  });
  await writeAudit(tx, {
    entityId: wish.entityId,
    actor: wish.actor,
    action: 'token_issued',
    detail: { token_id: record.id, user_id: wish.userId },
  });
  return { token, record };
}
