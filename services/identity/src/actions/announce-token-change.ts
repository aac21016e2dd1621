import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { tokenChanged } from '@linescope/contract/events/identity-events';
import type { TokenRecord } from '../store/tokens.ts';

/** Gateways forget what they knew of these tokens; in the transaction of the change itself, so that none is missed. */
export async function announceTokenChange(tx: Transaction, outbox: Outbox, tokens: TokenRecord[]): Promise<void> {
  for (const token of tokens) {
    await outbox.add(tx, tokenChanged, {
      entityId: token.entity_id,
      aggregateId: token.id,
      aggregateVersion: token.version,
      data: { tokenId: token.id, tokenHash: token.sha256 },
    });
  }
}
