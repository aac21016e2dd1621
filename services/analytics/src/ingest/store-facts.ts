import type { Broker } from '@linescope/chassis/events/broker';
import { consumeMessages } from '@linescope/chassis/events/consume';
import { subjectPrefix } from '@linescope/chassis/events/streams';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { decodeFactBatch, STORED_INBOX_HEADER } from '@linescope/facts/fact-batch';
import type { Context } from '../context.ts';
import { bumpStamp, markReleasesStale } from '../store/fact-stamps.ts';
import { markRemoved } from '../store/presence.ts';
import { tellCommitsStored } from './tell-commits-stored.ts';

/**
 * Facts from the stream to ClickHouse. One message is one insert a table, under a token of its own, so a repeat inserts
 * nothing; past the token's window the table's key replaces. The message is acknowledged only after ClickHouse has it.
 */
export function storeFacts(runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> {
  return consumeMessages(runtime, broker, {
    name: 'facts',
    stream: 'FACTS',
    filter: `${subjectPrefix(broker.namespace, 'FACTS')}.>`,
    concurrency: 2,
    maxDeliver: 100,
    ackWaitMs: 60_000,
    handle: async (message) => {
      const { header, blocks } = decodeFactBatch(message.data);
      for (const block of blocks) {
        await context.clickHouse.insertBinary({
          ...block,
          deduplicationToken: `${header.entityId}:${header.batchId}:${block.table}`,
        });
      }
      if (header.removed) await markRemoved(context.clickHouse, header.entityId, header.repoId, header.removed);
      if (header.repoId > 0 && (header.shas.length > 0 || header.removed)) {
        await markReleasesStale(context.postgres, header.entityId, header.repoId);
      }
      await bumpStamp(context.postgres, header.entityId, 'facts');
      await tellCommitsStored(broker, header);
      const inbox = message.headers?.get(STORED_INBOX_HEADER);
      if (inbox) broker.connection.publish(inbox, header.batchId);
    },
    isHopeless: (error) =>
      error instanceof Error && /unknown table or column|not as long|ZodError/.test(`${error.name} ${error.message}`),
  });
}
