import type { Broker } from '@linescope/chassis/events/broker';
import { removeChassisRows } from '@linescope/chassis/offboarding/offboard-entity';
import { purgeEntity } from '@linescope/chassis/offboarding/purge-entity';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import { addCounts, nextStep, type Offboarding, type OffboardingRules } from '../domain/offboarding.ts';
import type { Parts } from '../parts.ts';
import { writeAudit } from '../store/audit-log.ts';
import {
  buryEntity,
  findOffboarding,
  listOffboardings,
  lockOffboarding,
  removeEntityRows,
  saveOffboarding,
} from '../store/offboardings.ts';

export interface OffboardingParts extends Parts {
  broker: Broker;
  rules: OffboardingRules;
}

/**
 * Takes the saga as far as it can go now. Every step may be repeated: a crash anywhere, or a second replica at the same
 * step, ends in the same place.
 */
export async function advanceOffboarding(parts: OffboardingParts, entityId: number): Promise<void> {
  const seen = await findOffboarding(parts.postgres, entityId);
  if (!seen) return;
  const step = nextStep(seen, parts.rules, Date.now());
  if (step === 'wait') return;
  if (step === 'ask_again') return askForRound(parts, seen, seen.round);
  if (step === 'next_round') {
    await purgeEntity(parts.broker, entityId);
    return askForRound(parts, seen, seen.round + 1);
  }
  await finish(parts, seen);
}

async function askForRound(parts: OffboardingParts, seen: Offboarding, round: number): Promise<void> {
  await changeIfUnchanged(parts, seen, async (tx, offboarding) => {
    const acknowledged = round === offboarding.round ? offboarding.acknowledged : {};
    await saveOffboarding(tx, { ...offboarding, round, acknowledged, asked_at: new Date() });
    await parts.outbox.add(tx, entityOffboarding, {
      entityId: offboarding.entity_id,
      aggregateId: offboarding.entity_id,
      aggregateVersion: round,
      data: { entitySlug: offboarding.entity_slug, round },
    });
  });
}

/** Our own unsent events first, then the streams, so that nothing is published after the purge; then the last rows. */
async function finish(parts: OffboardingParts, seen: Offboarding): Promise<void> {
  const entityId = seen.entity_id;
  const unsent = await parts.postgres.transaction((tx) => removeChassisRows(tx, entityId));
  const purged = await purgeEntity(parts.broker, entityId);
  await changeIfUnchanged(parts, seen, async (tx, offboarding) => {
    const removed = await removeEntityRows(tx, entityId);
    const ended = addCounts(addCounts(offboarding, 'identity', { ...unsent, ...removed }), 'broker', purged);
    await buryEntity(tx, ended);
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
  { postgres }: OffboardingParts,
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

/** Picks up every saga where it stands. */
export async function resumeOffboardings(parts: OffboardingParts): Promise<void> {
  for (const { entity_id } of await listOffboardings(parts.postgres)) await advanceOffboarding(parts, entity_id);
}
