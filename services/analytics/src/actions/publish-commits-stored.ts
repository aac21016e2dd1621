import type { Broker } from '@linescope/chassis/events/broker';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { commitsStored } from '@linescope/contract/events/imports-events';
import type { FactBatchHeader } from '@linescope/facts/fact-batch';

/** Published before the batch is acknowledged, with the batch's id as message id: delivered at least once. */
export async function publishCommitsStored(broker: Broker, header: FactBatchHeader): Promise<void> {
  const completesRun = header.removed !== undefined;
  if ((header.shas.length === 0 && header.branchTips.length === 0 && !completesRun) || header.repoId === 0) return;
  const id = `analytics:stored:${header.batchId}`;
  const event = {
    id,
    type: commitsStored.type,
    entityId: header.entityId,
    aggregateId: String(header.repoId),
    aggregateVersion: 0,
    occurredAt: new Date().toISOString(),
    data: {
      repoId: header.repoId,
      shas: header.shas,
      merges: header.merges,
      branchTips: header.branchTips,
      ...(completesRun ? { completesRun } : {}),
    },
  };
  await publishRaw(
    broker,
    eventSubject(broker.namespace, commitsStored, header.entityId),
    Buffer.from(JSON.stringify(event)),
    { messageId: id },
  );
}
