import { NONE, sliceLines, unpackLines } from '../delivery/line-columns.ts';
import type { CommitLines } from '../delivery/spool.ts';
import type { Facts, LineChangeFact } from '../facts.ts';
import type { History } from '../read-history.ts';
import type { Checkpoint } from '../walk/checkpoints.ts';
import { fileAt } from '../walk/lane.ts';
import { lineCount, NO_RUNS, type Runs } from '../walk/runs.ts';
import { openSnapshot } from '../walk/snapshot.ts';
import { type BlamedLine, blameOf, numstatOf, textFilesOf } from './git-referee.ts';

/** The facts of a history in one piece; a long one has too many lines to hold them all. */
export async function allFacts(history: History, { withLines = true } = {}): Promise<Facts> {
  const facts: Facts = {
    commits: [],
    fileChanges: [],
    lineChanges: [],
    mergeRoutes: [],
    unrecordedEnds: [],
    commitScores: [],
  };
  for await (const batch of history.batches()) {
    for (const fact of batch.commits) facts.commits.push(fact);
    for (const fact of batch.fileChanges) facts.fileChanges.push(fact);
    for (const fact of batch.mergeRoutes) facts.mergeRoutes.push(fact);
    for (const fact of batch.unrecordedEnds) facts.unrecordedEnds.push(fact);
    for (const fact of batch.commitScores) facts.commitScores.push(fact);
    if (!withLines) continue;
    for (const { commit, columns } of batch.lines) facts.lineChanges.push(...unpackLines(columns, commit));
  }
  return facts;
}

/** Lines that ordinary commits changed or deleted, picked at random: they are counted first, and then read. */
export async function pickChanges(
  history: History,
  sample: number,
  random: (below: number) => number,
): Promise<LineChangeFact[]> {
  const isChange = ({ commit, columns }: CommitLines, row: number) =>
    !commit.isMerge && columns.lineBefore[row] !== NONE;
  async function* changes() {
    for await (const batch of history.batches()) {
      for (const lines of batch.lines) {
        for (let row = 0; row < lines.columns.rows; row++) if (isChange(lines, row)) yield { lines, row };
      }
    }
  }
  let total = 0;
  for await (const _ of changes()) total++;
  const wanted = new Set<number>();
  while (wanted.size < Math.min(sample, total)) wanted.add(random(total));
  const picked: LineChangeFact[] = [];
  let number = 0;
  for await (const { lines, row } of changes()) {
    if (wanted.has(number++)) picked.push(...unpackLines(sliceLines(lines.columns, row, row + 1), lines.commit));
  }
  return picked;
}

/** A history whose snapshot and checkpoints outlive it. */
export async function inMemory(history: History): Promise<History> {
  const held = async ({ position, bytes }: Checkpoint) => ({
    position,
    bytes: bytes && (await Array.fromAsync(bytes)),
  });
  const checkpoints = await Promise.all(history.checkpoints.map(held));
  return { ...history, snapshot: await held(history.snapshot), checkpoints };
}

export type CommitDifference = { readonly sha: string; readonly ours: unknown; readonly git: unknown };

/** Commits whose files and counts are not those of `git log --numstat`. */
export async function numstatDifferences(
  gitDir: string,
  tips: readonly string[],
  facts: Pick<Facts, 'commits' | 'fileChanges'>,
): Promise<CommitDifference[]> {
  const expected = await numstatOf(gitDir, tips);
  const files = Map.groupBy(facts.fileChanges, (file) => file.sha);
  const differences: CommitDifference[] = [];
  for (const commit of facts.commits) {
    const ours = (files.get(commit.sha) ?? [])
      .map((file) => `${file.binary ? '- -' : `${file.linesAdded} ${file.linesDeleted}`} ${bytesOf(file.path)}`)
      .sort();
    const theirs = expected.get(commit.sha);
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ sha: commit.sha, ours, git: theirs });
    expected.delete(commit.sha);
  }
  for (const [sha, theirs] of expected) differences.push({ sha, ours: null, git: theirs });
  return differences;
}

/** A path as facts show it, back to bytes; right for UTF-8 paths. */
function bytesOf(path: string): string {
  return Buffer.from(path).toString('latin1');
}

/** A line that stands at a place, whose origin we and git see otherwise. */
export type Difference = { readonly at: BlamedLine; readonly ours: unknown; readonly git: unknown };

export type Agreement = { readonly lines: number; readonly agreed: number; readonly differences: Difference[] };

/** Who wrote each line of a file of the newest tree, as the reading left it; null for a file it does not know. */
export async function treeOrigins(history: History): Promise<(path: string) => BlamedLine[] | null> {
  const snapshot = await openSnapshot(history.snapshot.bytes ?? []);
  const state = await snapshot?.restore();
  const lane = state?.lanes.get(history.defaultTip);
  if (!state || lane === undefined) throw new Error('a snapshot has the lane of its tip');
  return (path) => {
    const runs = fileAt(lane, state.paths.numberOf(path))?.runs ?? NO_RUNS;
    if (!Number.isFinite(lineCount(runs))) return null;
    return expand(runs).map((id) => {
      const origin = state.origins.originOf(id);
      const sha = state.commits.at(origin.commit)?.sha ?? '';
      return { sha, path: state.paths.bytesOf(origin.path), line: origin.line };
    });
  };
}

function expand(runs: Runs): number[] {
  const ids: number[] = [];
  for (let index = 0; index < runs.length; index += 2) {
    for (let line = 0; line < (runs[index] ?? 0); line++) ids.push((runs[index + 1] ?? 0) + line);
  }
  return ids;
}

/** Every line of the newest tree, or of some of its files, against `git blame`. */
export async function treeAgreement(
  gitDir: string,
  history: History,
  isChecked: (path: string) => boolean = () => true,
): Promise<Agreement> {
  const originsOf = await treeOrigins(history);
  let lines = 0;
  const differences: Difference[] = [];
  for (const path of (await textFilesOf(gitDir, history.defaultTip)).filter(isChecked)) {
    const blamed = await blameOf(gitDir, history.defaultTip, Buffer.from(path, 'latin1').toString());
    const ours = originsOf(path) ?? [];
    lines += blamed.length;
    for (const [index, theirs] of blamed.entries()) {
      if (!isSameLine(ours[index], theirs))
        differences.push({ at: { sha: history.defaultTip, path, line: index + 1 }, ours: ours[index], git: theirs });
    }
  }
  return { lines, agreed: lines - differences.length, differences };
}

function isSameLine(ours: BlamedLine | undefined, theirs: BlamedLine | undefined): boolean {
  return ours?.sha === theirs?.sha && ours?.path === theirs?.path && ours?.line === theirs?.line;
}

/** Changed and deleted lines against `git blame` of the commit before. */
export async function changeAgreement(gitDir: string, changes: readonly LineChangeFact[]): Promise<Agreement> {
  const differences: Difference[] = [];
  for (const line of changes) {
    if (line.lineBefore === null) continue;
    const [theirs] = await blameOf(gitDir, `${line.sha}^`, line.pathBefore, line.lineBefore);
    const ours = { sha: line.originSha, path: bytesOf(line.originPath ?? ''), line: line.originLine };
    if (ours.sha !== theirs?.sha || ours.path !== theirs?.path || ours.line !== theirs?.line) {
      const at = { sha: `${line.sha}^`, path: bytesOf(line.pathBefore), line: line.lineBefore };
      differences.push({ at, ours, git: theirs });
    }
  }
  return { lines: changes.length, agreed: changes.length - differences.length, differences };
}
