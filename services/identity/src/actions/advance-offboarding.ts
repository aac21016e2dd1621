import type { Broker } from '@linescope/chassis/events/broker';
import { deleteMailOf } from '@linescope/chassis/mail/mailer';
import { removeChassisRows } from '@linescope/chassis/offboarding/offboard-entity';
import { purgeEntity } from '@linescope/chassis/offboarding/purge-entity';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';
import { addCounts, nextStep, type Offboarding, type OffboardingRules } from '../domain/offboarding.ts';
import { writeAudit } from '../store/audit-log.ts';
import {
  findOffboarding,
  lockOffboarding,
  removeEntityRows,
  replaceWithTombstone,
  saveOffboarding,
} from '../store/offboardings.ts';

export interface OffboardingContext extends Context {
  broker: Broker;
  rules: OffboardingRules;
  /** Where mails are files. */
  dataDir: string;
}

/**
 * Advances the saga as far as possible now. Every step may be repeated: a crash anywhere, or a second replica at the same
 * step, leads to the same result.
 */
export async function advanceOffboarding(context: OffboardingContext, entityId: number): Promise<void> {
  const seen = await findOffboarding(context.postgres, entityId);
  if (!seen) return;
  const step = nextStep(seen, context.rules, Date.now());
  if (step === 'wait') return;
  if (step === 'repeat_request') return requestRound(context, seen, seen.round);
  if (step === 'next_round') return requestRound(context, seen, seen.round + 1);
  await finish(context, seen);
}

async function requestRound(context: OffboardingContext, seen: Offboarding, round: number): Promise<void> {
  await changeIfUnchanged(context, seen, async (tx, offboarding) => {
    const acknowledged = round === offboarding.round ? offboarding.acknowledged : {};
    // Under the lock: whoever else takes this step would purge the request of the new round with the rest.
    if (round !== offboarding.round) await purgeEntity(context.broker, offboarding.entity_id);
    await saveOffboarding(tx, { ...offboarding, round, acknowledged, asked_at: new Date() });
    await context.outbox.add(tx, entityOffboarding, {
      entityId: offboarding.entity_id,
      aggregateId: offboarding.entity_id,
      aggregateVersion: round,
      data: { entitySlug: offboarding.entity_slug, round },
    });
  });
}

/** Unpublished events of our own first, then the streams, so that nothing is published after the purge; then the last rows. */
async function finish(context: OffboardingContext, seen: Offboarding): Promise<void> {
  const entityId = seen.entity_id;
  const unpublished = await context.postgres.transaction((tx) => removeChassisRows(tx, entityId));
  const purged = await purgeEntity(context.broker, entityId);
  await deleteMailOf(context.dataDir, entityId);
  await changeIfUnchanged(context, seen, async (tx, offboarding) => {
    const removed = await removeEntityRows(tx, entityId);
    const ended = addCounts(addCounts(offboarding, 'identity', { ...unpublished, ...removed }), 'broker', purged);
    await replaceWithTombstone(tx, ended);
    await writeAudit(tx, {
      entityId,
      actor: offboarding.actor,
      action: 'entity_offboarded',
      detail: { entity_slug: offboarding.entity_slug, removed_counts: ended.removed_counts },
    });
  });
}

/** Another replica may have taken the step meanwhile; then there is nothing left to do. */
async function changeIfUnchanged(
  { postgres }: OffboardingContext,
  seen: Offboarding,
  change: (tx: Transaction, offboarding: Offboarding) => Promise<void>,
): Promise<void> {
  await postgres.transaction(async (tx) => {
    const offboarding = await lockOffboarding(tx, seen.entity_id);
    if (offboarding?.round === seen.round && offboarding.asked_at.getTime() === seen.asked_at.getTime()) {
      await change(tx, offboarding);
    }
  });
}
