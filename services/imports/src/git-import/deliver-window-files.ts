import { encodeFactBatch, type FactBlock } from '@linescope/facts/fact-batch';
import { windowFilesTable, windowStartsTable } from '@linescope/facts/git-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import { readWindowFiles } from '@linescope/git-engine/git/window-files';
import type { History } from '@linescope/git-engine/read-history';
import type { Context } from '../context.ts';
import { createFactPublisher } from '../store/fact-publisher.ts';
import type { Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';

/** Branches that forked ever further back each have a commit before the window; past this many, their old lines have no text. */
const MAX_COMMITS = 200;
const TEXT_LIMIT = 512 * 1024;
const ROW_BYTES = 100;

type WindowFileRow = FactRow<typeof windowFilesTable>;

export interface WindowDelivery {
  job: Import;
  repo: { repoId: number };
  history: Pick<History, 'beforeWindow'>;
  gitDir: string;
  lease: Lease;
}

/** Stores the files as they were when the window began, of each commit before it that is not stored yet. */
export async function deliverWindowFiles(context: Context, delivery: WindowDelivery): Promise<void> {
  const { job, history, lease } = delivery;
  const stored = [...job.stored_before_window];
  const missing = history.beforeWindow.slice(0, MAX_COMMITS).filter((sha) => !stored.includes(sha));
  if (missing.length === 0) return;
  const publisher = createFactPublisher(context.broker, lease.signal);
  try {
    for (const sha of missing) {
      await deliverFilesOf(delivery, publisher, sha, stored[0] ?? null);
      stored.push(sha);
      await lease.write({ stored_before_window: stored });
    }
  } finally {
    publisher.close();
  }
}

async function deliverFilesOf(
  { job, repo, gitDir, lease }: WindowDelivery,
  publisher: ReturnType<typeof createFactPublisher>,
  sha: string,
  base: string | null,
): Promise<void> {
  const key = { entity_id: job.entity_id, repo_id: repo.repoId, sha, version: job.run };
  const room = publisher.maxPayload / 2;
  let rows: WindowFileRow[] = [];
  let bytes = 0;
  let part = 0;
  const storing: Promise<void>[] = [];
  const send = async (blocks: FactBlock[]): Promise<void> => {
    const batchId = `${repo.repoId}:${job.run}:window:${sha}:${part++}`;
    const message = encodeFactBatch({ batchId, entityId: job.entity_id, repoId: repo.repoId }, blocks);
    const { stored } = await publisher.send({ batchId, entityId: job.entity_id, message });
    stored.catch(() => {});
    storing.push(stored);
  };
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await send([blockOf(rows)]);
    rows = [];
    bytes = 0;
  };
  const textLimit = Math.min(TEXT_LIMIT, room);
  for await (const file of readWindowFiles({ gitDir, sha, base, textLimit, signal: lease.signal })) {
    const { path, mode, binary, lineCount, text } = file;
    const size = ROW_BYTES + path.length + Buffer.byteLength(text ?? '');
    if (bytes + size > room) await flush();
    rows.push({ ...key, path, mode, binary, line_count: lineCount, text });
    bytes += size;
  }
  await flush();
  await Promise.all(storing);
  // Last, so that a commit is known only with all its files.
  storing.length = 0;
  const start = { ...key, base_sha: base ?? '' };
  await send([{ table: windowStartsTable, rows: 1, bytes: encodeRows(windowStartsTable, [start]) }]);
  await Promise.all(storing);
}

const blockOf = (rows: WindowFileRow[]): FactBlock => ({
  table: windowFilesTable,
  rows: rows.length,
  bytes: encodeRows(windowFilesTable, rows),
});
