import { createHash } from 'node:crypto';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { sprintDaysTable } from '@linescope/facts/provider-tables';
import { encodeRows } from '@linescope/facts/table';
import type { Context } from '../../context.ts';
import { createFactPublisher } from '../../store/fact-publisher.ts';
import { trackerFacts } from '../../store/trackers.ts';
import { sprintRows } from './sprint-rows.ts';

const ROWS_A_BATCH = 10_000;

/** Which issues were in which sprint on which day, from the provider state; days before `since` stay as they were written. */
export async function storeSprintDays(
  context: Context,
  entityId: number,
  since: Date | null,
  signal: AbortSignal,
): Promise<void> {
  const rows = sprintRows(await trackerFacts(context.postgres, entityId), entityId, since, context.now());
  const publisher = createFactPublisher(context.broker, signal, 'provider');
  try {
    for (let start = 0; start < rows.length; start += ROWS_A_BATCH) {
      const part = rows.slice(start, start + ROWS_A_BATCH);
      const bytes = encodeRows(sprintDaysTable, part);
      const batchId = `sprints:${entityId}:${createHash('sha256').update(bytes).digest('hex')}`;
      const blocks = [{ table: sprintDaysTable, rows: part.length, bytes }];
      const message = encodeFactBatch({ batchId, entityId, repoId: 0 }, blocks);
      await (await publisher.send({ batchId, entityId, message })).stored;
    }
  } finally {
    publisher.close();
  }
}
