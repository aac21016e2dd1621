import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Facts } from '../facts.ts';
import type { CommitRecord } from './commit-record.ts';
import { type LineColumns, packLines, spooled, unpackLines } from './line-columns.ts';

/**
 * Facts wait on disk between the walk, which goes from old to new, and delivery, which goes from new to old. A commit is
 * one part, or several when it has many lines; only the places of parts are held in memory.
 *
 *   file   │ part │ part │ part · part · part │ part │      walk →
 *                                                            ← delivery, the parts of one commit in their order
 */
export type FactBatch = Facts & {
  /** How many parts are delivered when this batch is; give it to `batches` to go on behind it. */
  readonly cursor: number;
};

type Part = Omit<CommitRecord, 'lineChanges' | 'commit' | 'score'> & {
  commit: CommitRecord['commit'];
  /** Null in the further parts of a commit. */
  score: CommitRecord['score'] | null;
  lines: LineColumns;
};

const PART_LINES = 4000;
const WRITE_BLOCK = 1024 * 1024;

export type Spool = {
  add(record: CommitRecord): Promise<void>;
  /** Newest commit first; a batch has about `rows` rows. */
  batches(options?: { from?: number; rows?: number }): AsyncGenerator<FactBatch>;
  readonly parts: number;
  close(): Promise<void>;
};

export async function openSpool(folder = tmpdir()): Promise<Spool> {
  await mkdir(folder, { recursive: true });
  const home = await mkdtemp(join(folder, 'linescope-facts-'));
  const file = await open(join(home, 'facts'), 'w+');
  const places: number[] = [];
  const firstParts: number[] = [];
  let waiting: Buffer[] = [];
  let held = 0;
  let size = 0;

  const flush = async () => {
    if (waiting.length === 0) return;
    const block = Buffer.concat(waiting);
    waiting = [];
    held = 0;
    await file.writev([block]);
  };

  const add = async (record: CommitRecord) => {
    firstParts.push(places.length);
    for (const part of partsOf(record)) {
      const bytes = Buffer.from(JSON.stringify(part));
      places.push(size);
      size += bytes.length;
      held += bytes.length;
      waiting.push(bytes);
      if (held >= WRITE_BLOCK) await flush();
    }
  };

  const readPart = async (index: number): Promise<Part> => {
    const start = places[index] ?? 0;
    const bytes = Buffer.allocUnsafe((places[index + 1] ?? size) - start);
    await file.read(bytes, 0, bytes.length, start);
    return spooled<Part>(JSON.parse(bytes.toString()));
  };

  async function* batches({ from = 0, rows = 10_000 }: { from?: number; rows?: number } = {}) {
    await flush();
    let delivered = 0;
    let batch = emptyFacts();
    for (let commit = firstParts.length - 1; commit >= 0; commit--) {
      const end = firstParts[commit + 1] ?? places.length;
      for (let part = firstParts[commit] ?? end; part < end; part++) {
        delivered++;
        if (delivered <= from) continue;
        append(batch, await readPart(part));
        if (rowCount(batch) < rows) continue;
        yield { ...batch, cursor: delivered };
        batch = emptyFacts();
      }
    }
    if (rowCount(batch) > 0) yield { ...batch, cursor: delivered };
  }

  return {
    add,
    batches,
    get parts() {
      return places.length;
    },
    close: async () => {
      await file.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function* partsOf(record: CommitRecord): Generator<Part> {
  const { commit, fileChanges, mergeRoutes, score, lineChanges } = record;
  yield { commit, fileChanges, mergeRoutes, score, lines: packLines(lineChanges.slice(0, PART_LINES)) };
  for (let start = PART_LINES; start < lineChanges.length; start += PART_LINES) {
    const lines = packLines(lineChanges.slice(start, start + PART_LINES));
    yield { commit, fileChanges: [], mergeRoutes: [], score: null, lines };
  }
}

function append(batch: Facts, part: Part): void {
  if (part.score !== null) {
    batch.commits.push(part.commit);
    batch.commitScores.push(part.score);
  }
  for (const fact of part.fileChanges) batch.fileChanges.push(fact);
  for (const fact of part.mergeRoutes) batch.mergeRoutes.push(fact);
  for (const fact of unpackLines(part.lines, part.commit)) batch.lineChanges.push(fact);
}

function emptyFacts(): Facts {
  return { commits: [], fileChanges: [], lineChanges: [], mergeRoutes: [], commitScores: [] };
}

function rowCount(batch: Facts): number {
  return (
    batch.commits.length +
    batch.fileChanges.length +
    batch.lineChanges.length +
    batch.mergeRoutes.length +
    batch.commitScores.length
  );
}
