import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { newSession } from '../domain/token.ts';
import { writeAudit } from '../store/audit-log.ts';
import { insertSession } from '../store/sessions.ts';

export interface SessionStart {
  entityId: number;
  userId: number;
  /** How: `one-time link`, `API token`, `OpenID Connect`. */
  by: string;
  /** The API token it was started with, with which it ends. */
  startedWith?: number;
}

/** The secret of a new session, which goes into the browser's cookie and is kept nowhere. */
export async function startSession(tx: Transaction, start: SessionStart): Promise<string> {
  const { token, prefix, sha256 } = newSession();
  const id = await insertSession(tx, {
    entityId: start.entityId,
    userId: start.userId,
    name: `console (${start.by})`,
    prefix,
    sha256,
    startedWith: start.startedWith ?? null,
  });
  await writeAudit(tx, {
    entityId: start.entityId,
    actor: `user:${start.userId}`,
    action: 'signed_in',
    detail: { by: start.by, token_id: id },
  });
  return token;
}
