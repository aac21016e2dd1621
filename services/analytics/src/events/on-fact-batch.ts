import { consumeMessages } from '@linescope/chassis/events/consume';
import { subjectPrefix } from '@linescope/chassis/events/streams';
import { createCounter, type Metrics } from '@linescope/chassis/metrics/metrics';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { decodeFactBatch, MalformedFactBatch, STORED_INBOX_HEADER } from '@linescope/facts/fact-batch';
import { publishCommitsStored } from '../actions/publish-commits-stored.ts';
import { scoreStoredCommits } from '../actions/score-commits.ts';
import type { Context } from '../context.ts';
import type { StoredRepo } from '../jobs/take-repo-snapshots.ts';
import { saveBranchTips } from '../store/branch-tips.ts';
import { storeCopies, storeCopiesOfRepo } from '../store/commit-copies.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { markRemoved } from '../store/presence.ts';
import { markEvidenceStale } from '../store/provenance/stale-evidence.ts';
import { isRemovedRepo } from '../store/removed-repos.ts';
import { markReleasesStale } from '../store/stale-releases.ts';
import { noteStoredFacts } from '../store/store-marks.ts';

/** What the evidence of lines is derived from. */
const EVIDENCE_TABLES = new Set(['commits', 'line_changes', 'line_records', 'pull_requests']);

const createCounters = ({ registry }: Metrics) => ({
  commits: createCounter(registry, 'linescope_commits_stored_total', 'Imported commits stored in ClickHouse.'),
  bytes: createCounter(registry, 'linescope_fact_bytes_stored_total', 'Bytes of fact batches stored in ClickHouse.'),
});

/**
 * Stores fact batches of imports in ClickHouse. One message is one insert per table under its own deduplication token, so a
 * redelivery inserts nothing; past the token's window the table's key replaces. Acknowledged only after ClickHouse has it.
 */
export function consumeFactBatches(
  runtime: Runtime<unknown>,
  { broker, clickHouse, postgres }: Pick<Context, 'broker' | 'clickHouse' | 'postgres'>,
  wakeDerivation: () => void,
  noteStored: (repo: StoredRepo) => void,
): Promise<void> {
  const counters = createCounters(runtime.metrics);
  return consumeMessages(runtime, broker, {
    name: 'facts',
    stream: 'FACTS',
    filter: `${subjectPrefix(broker.namespace, 'FACTS')}.>`,
    concurrency: 2,
    maxDeliver: 100,
    ackWaitMs: 60_000,
    handle: async (message) => {
      const { header, blocks } = await decodeFactBatch(message.data);
      const inbox = message.headers?.get(STORED_INBOX_HEADER);
      const confirm = () => inbox && broker.connection.publish(inbox, header.batchId);
      if (await isRemovedRepo(postgres, header.entityId, header.repoId)) return void confirm();
      await settleAll(
        blocks.map((block) => {
          const deduplicationToken = `${header.entityId}:${header.batchId}:${block.table}`;
          return clickHouse.insertBinary({ ...block, deduplicationToken });
        }),
      );
      await storeCopies(clickHouse, header);
      if (header.removed) {
        await markRemoved(clickHouse, header.entityId, header.repoId, header.removed);
        await storeCopiesOfRepo(clickHouse, header.entityId, header.repoId);
        await saveBranchTips(postgres, header, header.removed.version);
      }
      if (header.repoId > 0 && (await scoreStoredCommits({ clickHouse, postgres }, header))) wakeDerivation();
      if (header.repoId > 0 && (header.shas.length > 0 || header.removed)) {
        await markReleasesStale(postgres, header.entityId, header.repoId);
      }
      const bearsEvidence = header.removed || blocks.some(({ table }) => EVIDENCE_TABLES.has(table));
      if (header.repoId > 0 && bearsEvidence) await markEvidenceStale(postgres, header.entityId, header.repoId);
      const hasCommits =
        header.shas.length > 0 || header.removed || blocks.some(({ table }) => table === 'commit_scores');
      await bumpStamp(postgres, header.entityId, hasCommits ? 'commits' : 'rows');
      await noteStoredFacts(postgres, header.entityId, header.repoId);
      const hasEnded = header.removed !== undefined;
      if (header.repoId > 0 && (header.shas.length > 0 || hasEnded))
        noteStored({ entityId: header.entityId, repoId: header.repoId, hasEnded });
      counters.commits.inc(header.shas.length);
      counters.bytes.inc(message.data.length);
      await publishCommitsStored(broker, header);
      confirm();
    },
    // An unknown table or column may belong to a newer version that runs beside this one and will take the batch.
    isPermanent: (error) => error instanceof MalformedFactBatch,
  });
}

/** Waits for every insert even when one fails, so that none is still running when the message is redelivered. */
async function settleAll(inserts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(inserts)).find((insert) => insert.status === 'rejected');
  if (failed) throw failed.reason;
}
