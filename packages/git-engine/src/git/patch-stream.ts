import type { ByteReader } from './byte-reader.ts';
import { atCommit, COMMIT_MARK, readHeader, skipSeparators } from './commit-header.ts';
import type { CommitDiff, FileDiff } from './diff-records.ts';
import { GitError } from './git-error.ts';
import type { ReadingLimits } from './limits.ts';
import { lineText } from './line-text.ts';
import { readRawPart } from './raw-part.ts';

/**
 * Stream 1: ordinary commits with raw part and patch. One line of context is asked for and thrown away: without any, git
 * trims common ends before it compares, and then counts other lines than `--numstat` does. Paths come from the raw part
 * (patch headers quote them); raw entries and patches pair by order, a change of type being two patches. Hunks are read
 * by their counts, so nothing that stands in a file can be taken for git's own words.
 */
export async function readCommitDiff(reader: ByteReader, limits: ReadingLimits): Promise<CommitDiff | null> {
  if (!(await atCommit(reader))) return null;
  const header = await readHeader(reader);
  const files = await readRawPart(reader);
  if (files.length > 0) await readPatches(reader, files, limits);
  return { header, files };
}

const DIFF = 'd'.charCodeAt(0);
const AT = '@'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const MINUS = '-'.charCodeAt(0);
const PLUS = '+'.charCodeAt(0);
const NEWLINE = 10;

/** What may still be kept of this commit, and how much text the current file holds. */
type Budget = { lines: number; text: number; ofFile: number };

async function readPatches(reader: ByteReader, files: FileDiff[], limits: ReadingLimits): Promise<void> {
  const budget: Budget = { lines: limits.commitLines, text: limits.commitText, ofFile: 0 };
  for (const file of files) {
    budget.ofFile = 0;
    const sections = file.status === 'T' ? 2 : 1;
    for (let section = 0; section < sections; section++) {
      if ((await skipSeparators(reader)) !== DIFF) throw new GitError('unexpected_output', 'a change without a patch');
      await readPatch(reader, file, limits, budget);
    }
    if (file.oversized) continue;
    budget.lines -= file.linesAdded + file.linesDeleted;
    budget.text -= budget.ofFile;
  }
}

async function readPatch(reader: ByteReader, file: FileDiff, limits: ReadingLimits, budget: Budget) {
  let first = true;
  while (true) {
    let byte = reader.peek();
    if (byte === -1) byte = await reader.awaitByte();
    if (byte === -1 || byte === COMMIT_MARK || (byte === DIFF && !first && (await atDiffLine(reader)))) return;
    if (!reader.take(NEWLINE)) await reader.need(NEWLINE);
    if (byte === AT) await readHunk(reader, file, limits, budget);
    else if (byte === 66 /* B */ && reader.latin1().startsWith('Binary files ')) file.binary = true;
    first = false;
  }
}

/** Extended headers may start with `d` too (`deleted file mode`, `dissimilarity index`). */
async function atDiffLine(reader: ByteReader): Promise<boolean> {
  return (await reader.startsWith('diff --git ')) === true;
}

/** One printed hunk holds several changes with a line of context between them; each becomes a hunk of its own. */
async function readHunk(reader: ByteReader, file: FileDiff, limits: ReadingLimits, budget: Budget) {
  const printed = parseHunkHeader(reader.text());
  let oldLine = printed.oldStart + (printed.oldCount === 0 ? 1 : 0);
  let newLine = printed.newStart + (printed.newCount === 0 ? 1 : 0);
  const oldEnd = oldLine + printed.oldCount;
  const newEnd = newLine + printed.newCount;
  let hunk: OpenHunk | null = null;
  while (oldLine < oldEnd || newLine < newEnd) {
    if (!reader.take(NEWLINE)) await reader.need(NEWLINE);
    const mark = reader.bytes[reader.start];
    if (mark === BACKSLASH) continue;
    if (mark !== MINUS && mark !== PLUS) {
      if (hunk !== null) closeHunk(file, hunk);
      hunk = null;
      oldLine++;
      newLine++;
      continue;
    }
    hunk ??= { oldLine, newLine, oldCount: 0, newCount: 0, oldLines: [], newLines: [], context: printed.context };
    countLine(file, mark === PLUS, limits, budget);
    const text = file.oversized ? null : lineText(reader, 1, limits.lineBytes);
    budget.ofFile += text?.length ?? 0;
    if (mark === MINUS) {
      oldLine++;
      hunk.oldCount++;
      if (text !== null) hunk.oldLines.push(text);
    } else {
      newLine++;
      hunk.newCount++;
      if (text !== null) hunk.newLines.push(text);
    }
  }
  if (hunk !== null) closeHunk(file, hunk);
  let byte = reader.peek();
  if (byte === -1) byte = await reader.awaitByte();
  if (byte === BACKSLASH && !reader.take(NEWLINE)) await reader.need(NEWLINE);
}

type OpenHunk = {
  readonly oldLine: number;
  readonly newLine: number;
  oldCount: number;
  newCount: number;
  readonly oldLines: string[];
  readonly newLines: string[];
  readonly context: string;
};

/** Positions as git writes them without context: a side without lines names the line before. */
function closeHunk(file: FileDiff, hunk: OpenHunk): void {
  file.hunks.push({
    oldStart: hunk.oldCount === 0 ? hunk.oldLine - 1 : hunk.oldLine,
    oldCount: hunk.oldCount,
    newStart: hunk.newCount === 0 ? hunk.newLine - 1 : hunk.newLine,
    newCount: hunk.newCount,
    context: hunk.context,
    oldLines: file.oversized ? [] : hunk.oldLines,
    newLines: file.oversized ? [] : hunk.newLines,
  });
}

function countLine(file: FileDiff, added: boolean, limits: ReadingLimits, budget: Budget): void {
  if (added) file.linesAdded++;
  else file.linesDeleted++;
  if (file.oversized) return;
  const changed = file.linesAdded + file.linesDeleted;
  const isTooMuch = changed > limits.fileLines || changed > budget.lines || budget.ofFile > budget.text;
  if (isTooMuch) forgetTexts(file);
}

function forgetTexts(file: FileDiff): void {
  file.oversized = true;
  for (const hunk of file.hunks) {
    hunk.oldLines = [];
    hunk.newLines = [];
  }
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?/;

export function parseHunkHeader(line: string) {
  const match = HUNK.exec(line);
  if (match === null) throw new GitError('unexpected_output', `not a hunk header: ${line.slice(0, 80)}`);
  return {
    oldStart: Number(match[1]),
    oldCount: match[2] === undefined ? 1 : Number(match[2]),
    newStart: Number(match[3]),
    newCount: match[4] === undefined ? 1 : Number(match[4]),
    context: line.slice(match[0].length),
  };
}
