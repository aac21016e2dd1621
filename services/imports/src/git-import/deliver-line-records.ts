import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { factVersion } from '@linescope/facts/fact-version';
import { lineRecordsTable } from '@linescope/facts/git-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import { GitError } from '@linescope/git-engine/git/git-error';
import { askGit } from '@linescope/git-engine/git/run-git';
import type { LineRecord } from '@linescope/source-reading/line-records';
import type { Context } from '../context.ts';
import { createFactPublisher } from '../store/fact-publisher.ts';
import type { Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import type { Mirror } from './mirror.ts';
import { NOTE_REFS, readLineRecords } from './read-line-records.ts';

type RecordRow = FactRow<typeof lineRecordsTable>;

const RANGE_BYTES = 16;
const ROW_BYTES = 200;

export interface RecordsDelivery {
  job: Import;
  repo: { repoId: number };
  mirror: Pick<Mirror, 'gitDir' | 'noteTips'>;
  lease: Lease;
}

/** Stores what notes tell of the lines of their commits, as far as it changed since the last import. */
export async function deliverLineRecords(context: Context, delivery: RecordsDelivery): Promise<void> {
  const { job, mirror, lease } = delivery;
  const stored = job.stored_note_tips ?? {};
  const changed = NOTE_REFS.filter((ref) => mirror.noteTips[ref] !== stored[ref]);
  if (changed.length === 0) return;
  const publisher = createFactPublisher(context.broker, lease.signal);
  try {
    for (const ref of changed) {
      const counts = await deliverRef(delivery, publisher, ref);
      const figures = { importId: job.id, repoPath: job.repo_path, ref, ...counts };
      if (counts.malformed > 0) context.log.warn(figures, 'malformed records of lines skipped');
      else context.log.info(figures, 'records of lines delivered');
    }
  } finally {
    publisher.close();
  }
  await lease.write({ stored_note_tips: mirror.noteTips });
}

async function deliverRef(
  { job, repo, mirror, lease }: RecordsDelivery,
  publisher: ReturnType<typeof createFactPublisher>,
  ref: string,
): Promise<{ records: number; malformed: number }> {
  const { gitDir } = mirror;
  const before = job.stored_note_tips?.[ref] ?? null;
  const counts = { records: 0, malformed: 0 };
  const storing: Promise<void>[] = [];
  let rows: RecordRow[] = [];
  let bytes = 0;
  let part = 0;
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return;
    const batchId = `${repo.repoId}:${job.run}:${ref}:${part++}`;
    const blocks = [{ table: lineRecordsTable, rows: rows.length, bytes: encodeRows(lineRecordsTable, rows) }];
    const message = encodeFactBatch({ batchId, entityId: job.entity_id, repoId: repo.repoId }, blocks);
    rows = [];
    bytes = 0;
    const { stored } = await publisher.send({ batchId, entityId: job.entity_id, message });
    stored.catch(() => {});
    storing.push(stored);
  };
  const notes = readLineRecords({
    gitDir,
    ref,
    tip: mirror.noteTips[ref] ?? null,
    before: before !== null && (await isKnown(gitDir, before)) ? before : null,
    onMalformed: () => {
      counts.malformed += 1;
    },
    signal: lease.signal,
  });
  for await (const { sha, record } of notes) {
    const row = rowOf({ entity_id: job.entity_id, repo_id: repo.repoId, sha, version: factVersion(job.run) }, record);
    const size = ROW_BYTES + RANGE_BYTES * row.ranges.length + row.paths.reduce((sum, path) => sum + path.length, 0);
    if (bytes + size > publisher.maxPayload / 2) await flush();
    // One that no message holds is as one that cannot be read.
    if (size > publisher.maxPayload) {
      counts.malformed += 1;
      continue;
    }
    rows.push(row);
    bytes += size;
    counts.records += 1;
  }
  await flush();
  await Promise.all(storing);
  return counts;
}

function rowOf(
  key: Pick<RecordRow, 'entity_id' | 'repo_id' | 'sha' | 'version'>,
  record: LineRecord | null,
): RecordRow {
  const { authors, ranges } = record ?? { authors: [], ranges: [] };
  const paths = new Map<string, number>();
  for (const { path } of ranges) if (!paths.has(path)) paths.set(path, paths.size);
  return {
    ...key,
    present: record !== null,
    paths: [...paths.keys()],
    ranges: ranges.flatMap(({ path, from, to, author }) => [paths.get(path) ?? 0, from, to, author]),
    author_ai: authors.map(({ ai }) => (ai ? 1 : 0)),
    author_tools: authors.map(({ tool }) => tool),
    author_models: authors.map(({ model }) => model),
  };
}

/** Whether the clone has it still: one that was made anew has not what a rewritten ref pointed to. */
const isKnown = (gitDir: string, commit: string): Promise<boolean> =>
  askGit({ gitDir, args: ['cat-file', '-e', `${commit}^{commit}`] }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof GitError) return false;
      throw error;
    },
  );
