import type { Broker } from '@linescope/chassis/events/broker';
import { consumeMessages } from '@linescope/chassis/events/consume';
import { subjectPrefix } from '@linescope/chassis/events/streams';
import { createCounter, type Metrics } from '@linescope/chassis/metrics/metrics';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { decodeFactBatch, MalformedFactBatch, STORED_INBOX_HEADER } from '@linescope/facts/fact-batch';
import type { Context } from '../context.ts';
import { bumpStamp, markReleasesStale } from '../store/fact-stamps.ts';
import { markRemoved } from '../store/presence.ts';
import { tellCommitsStored } from './tell-commits-stored.ts';

/** What imports come to: counted where facts are stored, so that what was read and lost on the way does not count. */
function countStored({ registry }: Metrics) {
  return {
    commits: createCounter(registry, 'linescope_commits_stored_total', 'Commits of imports, in ClickHouse.'),
    bytes: createCounter(registry, 'linescope_fact_bytes_stored_total', 'Bytes of facts, in ClickHouse.'),
  };
}

/**
 * Facts from the stream to ClickHouse. One message is one insert a table, under a token of its own, so a repeat inserts
 * nothing; past the token's window the table's key replaces. The message is acknowledged only after ClickHouse has it.
 */
export function storeFacts(runtime: Runtime<unknown>, broker: Broker, context: Context): Promise<void> {
  const throughput = countStored(runtime.metrics);
  return consumeMessages(runtime, broker, {
    name: 'facts',
    stream: 'FACTS',
    filter: `${subjectPrefix(broker.namespace, 'FACTS')}.>`,
    concurrency: 2,
    maxDeliver: 100,
    ackWaitMs: 60_000,
    handle: async (message) => {
      const { header, blocks } = decodeFactBatch(message.data);
      await allOf(
        blocks.map((block) => {
          const deduplicationToken = `${header.entityId}:${header.batchId}:${block.table}`;
          return context.clickHouse.insertBinary({ ...block, deduplicationToken });
        }),
      );
      if (header.removed) await markRemoved(context.clickHouse, header.entityId, header.repoId, header.removed);
      if (header.repoId > 0 && (header.shas.length > 0 || header.removed)) {
        await markReleasesStale(context.postgres, header.entityId, header.repoId);
      }
      const hasCommits =
        header.shas.length > 0 || header.removed || blocks.some(({ table }) => table === 'commit_scores');
      await bumpStamp(context.postgres, header.entityId, hasCommits ? 'commits' : 'facts');
      throughput.commits.inc(header.shas.length);
      throughput.bytes.inc(message.data.length);
      await tellCommitsStored(broker, header);
      const inbox = message.headers?.get(STORED_INBOX_HEADER);
      if (inbox) broker.connection.publish(inbox, header.batchId);
    },
    // A table or column that we do not know may be one of a newer version beside us, which will take the batch.
    isPermanent: (error) => error instanceof MalformedFactBatch,
  });
}

/** Waits for all of them also when one fails: what still runs must not meet its own repetition. */
async function allOf(inserts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(inserts)).find((insert) => insert.status === 'rejected');
  if (failed) throw failed.reason;
}
