import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitFact, Facts } from '../facts.ts';
import { scoreFrom } from '../score/score-numbers.ts';
import { BackwardReader } from './backward-reader.ts';
import type { CommitRecord } from './commit-record.ts';
import { columnsIn, type LineColumns, packLines, ROW_BYTES, spooled } from './line-columns.ts';

/**
 * Facts wait on disk between the walk, which goes from old to new, and delivery, which goes from new to old. A commit is
 * one part, or several when it has many lines; only the places of parts are held in memory.
 *
 *   file   │ part │ part │ part · part · part │ part │      walk →
 *                                                            ← delivery, the parts of one commit in their order
 */
export type FactBatch = Omit<Facts, 'lineChanges'> & {
  /** The line changes, a commit or a part of one at a time, good until the next batch; `unpackLines` makes facts of them. */
  readonly lines: CommitLines[];
  /** How many parts are delivered when this batch is; give it to `batches` to go on behind it. */
  readonly cursor: number;
};

export type CommitLines = { readonly commit: CommitFact; readonly columns: LineColumns };

/** What stands in a part behind the columns of its lines. */
type PartHead = Omit<CommitRecord, 'lineChanges' | 'score'> & {
  /** Null in the further parts of a commit. */
  readonly score: CommitRecord['score'] | null;
  readonly rows: number;
  readonly words: readonly string[];
};

type Part = { readonly head: PartHead; readonly columns: LineColumns };

const PART_LINES = 4000;
/** What a batch may weigh, so that long messages and long lines make batches of fewer rows. */
const BATCH_WEIGHT = 80 * 1024 * 1024;
/** Words weigh more than columns of numbers: a head takes so many times its bytes once it is read, and texts pack worse. */
const WORD_WEIGHT = 4;
const WRITE_BLOCK = 1024 * 1024;
const ALIGNMENT = 8;

export type Spool = {
  add(record: CommitRecord): Promise<void>;
  /** Newest commit first; a batch has about `rows` rows, or fewer that are long. The first of all may be smaller. */
  batches(options?: { from?: number; rows?: number; firstRows?: number }): AsyncGenerator<FactBatch>;
  readonly parts: number;
  close(): Promise<void>;
};

export async function openSpool(folder = tmpdir()): Promise<Spool> {
  await mkdir(folder, { recursive: true });
  const home = await mkdtemp(join(folder, 'linescope-facts-'));
  const file = await open(join(home, 'facts'), 'w+');
  const places: number[] = [];
  const heads: number[] = [];
  const firstParts: number[] = [];
  let waiting: Buffer[] = [];
  let held = 0;
  let size = 0;

  const flush = async () => {
    if (waiting.length === 0) return;
    const blocks = waiting;
    waiting = [];
    held = 0;
    await file.writev(blocks);
  };

  const add = async (record: CommitRecord) => {
    firstParts.push(places.length);
    for (const { lines, head } of partsOf(record)) {
      // Blanks behind the head, so that the next part starts where its columns may.
      const text = Buffer.from(JSON.stringify(head));
      const blanks = Buffer.alloc(-(lines.length + text.length) & (ALIGNMENT - 1), ' ');
      const bytes = lines.length + text.length + blanks.length;
      places.push(size);
      heads.push(lines.length);
      size += bytes;
      held += bytes;
      waiting.push(lines, text, blanks);
      if (held >= WRITE_BLOCK) await flush();
    }
  };

  const reader = new BackwardReader(file, ALIGNMENT);
  const placeOf = (part: number): number => places[part] ?? size;
  const weightOf = (part: number, { columns }: Part): number => {
    const numbers = ROW_BYTES * columns.rows;
    return numbers + WORD_WEIGHT * (placeOf(part + 1) - placeOf(part) - numbers);
  };

  const readPart = async (part: number, commitEnd: number): Promise<Part> => {
    const { bytes, from } = await reader.look(placeOf(part), placeOf(part + 1), commitEnd);
    const start = placeOf(part) - from;
    const end = start + (heads[part] ?? 0);
    const head = spooled<PartHead>(JSON.parse(bytes.toString('utf8', end, placeOf(part + 1) - from)));
    return { head, columns: columnsIn({ buffer: bytes.buffer, start, end }, head.rows, head.words) };
  };

  async function* batches({ from = 0, rows = 10_000, firstRows = rows }: Parameters<Spool['batches']>[0] = {}) {
    await flush();
    let delivered = 0;
    let wanted = from === 0 ? firstRows : rows;
    let batch = emptyBatch();
    let filled = 0;
    let weight = 0;
    for (let commit = firstParts.length - 1; commit >= 0; commit--) {
      const end = firstParts[commit + 1] ?? places.length;
      for (let part = firstParts[commit] ?? end; part < end; part++) {
        delivered++;
        if (delivered <= from) continue;
        const read = await readPart(part, placeOf(end));
        append(batch, read);
        filled += rowCount(read);
        weight += weightOf(part, read);
        if (filled < wanted && weight < BATCH_WEIGHT) continue;
        yield { ...batch, cursor: delivered };
        reader.letGo();
        wanted = rows;
        batch = emptyBatch();
        filled = 0;
        weight = 0;
      }
    }
    if (filled > 0) yield { ...batch, cursor: delivered };
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

function* partsOf(record: CommitRecord): Generator<{ lines: Buffer; head: PartHead }> {
  const { commit, fileChanges, mergeRoutes, unrecordedEnds, score, lineChanges } = record;
  let start = 0;
  do {
    const some = lineChanges.slice(start, start + PART_LINES);
    const { bytes, words } = packLines(some);
    const shared = { commit, rows: some.length, words };
    const head =
      start === 0
        ? { fileChanges, mergeRoutes, unrecordedEnds, score }
        : { fileChanges: [], mergeRoutes: [], unrecordedEnds: [], score: null };
    yield { lines: bytes, head: { ...shared, ...head } };
    start += PART_LINES;
  } while (start < lineChanges.length);
}

type OpenBatch = Omit<FactBatch, 'cursor'>;

function append(batch: OpenBatch, { head, columns }: Part): void {
  const { commit, score, fileChanges, mergeRoutes, unrecordedEnds } = head;
  if (score !== null) {
    batch.commits.push(commit);
    const { sha, authoredAt, onDefaultBranch, isMerge } = commit;
    const sums = scoreFrom(score.numbers, score.formulaVersion);
    batch.commitScores.push({ sha, authoredAt, onDefaultBranch, isMerge, ...sums });
  }
  for (const fact of fileChanges) batch.fileChanges.push(fact);
  for (const fact of mergeRoutes) batch.mergeRoutes.push(fact);
  for (const fact of unrecordedEnds) batch.unrecordedEnds.push(fact);
  if (columns.rows > 0) batch.lines.push({ commit, columns });
}

function emptyBatch(): OpenBatch {
  return { commits: [], fileChanges: [], lines: [], mergeRoutes: [], unrecordedEnds: [], commitScores: [] };
}

function rowCount({ head, columns }: Part): number {
  const ofCommit = head.score === null ? 0 : 2;
  return ofCommit + head.fileChanges.length + head.mergeRoutes.length + head.unrecordedEnds.length + columns.rows;
}
