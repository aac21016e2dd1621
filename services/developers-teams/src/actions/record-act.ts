import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { peopleAdministered } from '@linescope/contract/events/developers-teams-events';
import type { Context } from '../context.ts';

export interface Act {
  entityId: number;
  /** `token:17`; null: the admin command, which writes its own line of the trail. */
  actor: string | null;
  action: 'identities_joined' | 'identity_split' | 'processing_set';
  detail: Record<string, string | string[]>;
}

/** A line of the audit trail, which is identity's: sent with the change, or not at all. */
export async function recordAct({ outbox }: Context, tx: Transaction, act: Act): Promise<void> {
  const { entityId, actor, action, detail } = act;
  if (actor === null) return;
  await outbox.add(tx, peopleAdministered, {
    entityId,
    aggregateId: action,
    aggregateVersion: 1,
    data: { actor, action, detail },
  });
}
