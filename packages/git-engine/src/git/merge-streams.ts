import type { ByteReader } from './byte-reader.ts';
import { atCommit, COMMIT_MARK, field, readHeader, skipSeparators } from './commit-header.ts';
import type { CombinedDiff, CombinedHunk, CommitHeader, MergePath } from './diff-records.ts';
import { GitError } from './git-error.ts';
import type { ReadingLimits } from './limits.ts';
import { lineText } from './line-text.ts';
import { readCombinedRaw, readMergePaths } from './raw-part.ts';

const NEWLINE = 10;
const DIFF = 'd'.charCodeAt(0);
const AT = '@'.charCodeAt(0);
const BODY = new Set([...' +-\\'].map((mark) => mark.charCodeAt(0)));

export type MergeDiff = { readonly sha: string; readonly files: CombinedDiff[] };
export type MergePaths = { readonly header: CommitHeader; readonly paths: MergePath[] };

/**
 * Stream 2: what differs from all parents of a merge. A combined hunk is read by the first byte of its lines, not by its
 * counts, which are wrong where context is short.
 */
export async function readMergeDiff(reader: ByteReader, limits: ReadingLimits): Promise<MergeDiff | null> {
  if (!(await atCommit(reader))) return null;
  const sha = await field(reader);
  const files = await readCombinedRaw(reader);
  for (const file of files) {
    if (isOnlyRenamed(file)) continue;
    if ((await skipSeparators(reader)) !== DIFF) throw new GitError('unexpected_output', 'a merge without its patch');
    await readCombinedPatch(reader, file, limits);
  }
  return { sha, files };
}

/** A file that the merge itself renamed, whole: all parents have it under other names, and git prints no patch. */
function isOnlyRenamed(file: CombinedDiff): boolean {
  return file.blobs.every((blob) => blob === file.blobAfter) && file.modes.every((mode) => mode === file.modeAfter);
}

/** Stream 3: what differs from a merge's first parent. */
export async function readMergeRoutes(reader: ByteReader): Promise<MergePaths | null> {
  if (!(await atCommit(reader))) return null;
  return { header: await readHeader(reader), paths: await readMergePaths(reader) };
}

async function readCombinedPatch(reader: ByteReader, file: CombinedDiff, limits: ReadingLimits): Promise<void> {
  const parents = file.paths.length;
  let first = true;
  let hunk: CombinedHunk | null = null;
  let kept = 0;
  while (true) {
    let byte = reader.peek();
    if (byte === -1) byte = await reader.awaitByte();
    if (byte === -1 || byte === COMMIT_MARK) return;
    if (byte === DIFF && !first && (hunk !== null || (await reader.startsWith('diff --')))) return;
    if (!reader.take(NEWLINE)) await reader.need(NEWLINE);
    first = false;
    if (byte === AT) {
      hunk = parseCombinedHeader(reader.latin1(), parents);
      file.hunks.push(hunk);
    } else if (hunk !== null && BODY.has(byte)) {
      if (byte === 92 /* \ */) continue;
      const marks = marksOf(reader, parents, hunk.marks.at(-1) ?? '');
      hunk.marks.push(marks);
      const written = !marks.includes('-') && !marks.includes(' ') && kept++ < limits.fileLines;
      hunk.texts.push(written ? lineText(reader, parents, limits.lineBytes) : '');
    } else if (hunk === null && byte === 66 /* B */) {
      file.binary ||= reader.latin1() === 'Binary files differ';
    }
  }
}

/** The marks that a line begins with: mostly those of the line before. */
function marksOf({ bytes, start }: ByteReader, parents: number, before: string): string {
  for (let parent = 0; parent < parents; parent++) {
    if (bytes[start + parent] !== before.charCodeAt(parent)) return bytes.toString('latin1', start, start + parents);
  }
  return before;
}

function parseCombinedHeader(line: string, parents: number): CombinedHunk {
  const ranges = line.slice(parents + 2).split(' ');
  const oldStarts = ranges.slice(0, parents).map((range) => Number.parseInt(range.slice(1), 10));
  const newStart = Number.parseInt((ranges[parents] ?? '').slice(1), 10);
  if (![...oldStarts, newStart].every(Number.isSafeInteger)) {
    throw new GitError('unexpected_output', `not a combined hunk header: ${line.slice(0, 80)}`);
  }
  return { oldStarts, newStart, marks: [], texts: [] };
}
