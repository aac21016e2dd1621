import { type Branch, branchBlob, branchLines } from './branch-lines.ts';
import {
  type ChangedLine,
  type EvidenceSource,
  originKey,
  type RemovedLine,
  type SourceLine,
} from './inherit-evidence.ts';
import { NO_EVIDENCE } from './line-evidence.ts';
import type { LineSource } from './plan-sources.ts';

/** The stored facts that sources are read from. Lines of a commit have their evidence as it is after its own derivation. */
export interface SourceFacts {
  linesOf(sha: string): readonly ChangedLine[];
  /** The line that a commit wrote. */
  lineAt(sha: string, path: string, line: number): ChangedLine | undefined;
  blobsOf(sha: string): ReadonlyMap<string, string>;
  branchOf(shas: readonly string[]): Branch;
}

/** The lines that a target may have from a source, by path; only of paths that the target changed. */
export function resolveSource(source: LineSource, facts: SourceFacts, paths: ReadonlySet<string>): EvidenceSource {
  if (source.kind === 'copy') return ofCopy(source.sha, facts);
  if (source.kind === 'revert') return ofRevert(source.sha, facts);
  return ofBranch(source, facts, paths);
}

function ofCopy(sha: string, facts: SourceFacts): EvidenceSource {
  const lines = facts.linesOf(sha);
  const blobs = facts.blobsOf(sha);
  const files = new Map(
    [...byPath(lines)].map(([path, own]) => [path, { blob: blobs.get(path) ?? null, lines: own }] as const),
  );
  return { files, removed: removedBy(lines), narrows: false };
}

function ofBranch(
  { head, commits, narrows }: Extract<LineSource, { kind: 'squash' }>,
  facts: SourceFacts,
  paths: ReadonlySet<string>,
): EvidenceSource {
  const branch = facts.branchOf(commits);
  const own = new Set(commits);
  const files = new Map<string, { blob: string | null; lines: SourceLine[] }>();
  for (const path of paths) {
    const lines = branchLines(branch, head, path).flatMap((run) => [...linesOfRun(run, facts)]);
    files.set(path, { blob: branchBlob(branch, head, path), lines });
  }
  const removed = commits.flatMap((sha) =>
    removedBy(facts.linesOf(sha).filter(({ originSha }) => !own.has(originSha ?? ''))),
  );
  return { files, removed, narrows };
}

function* linesOfRun(
  { at, count, sha, path, line }: { at: number; count: number; sha: string; path: string; line: number },
  facts: SourceFacts,
): Generator<SourceLine> {
  for (let offset = 0; offset < count; offset++) {
    const written = facts.lineAt(sha, path, line + offset);
    if (written) yield { line: at + offset, text: written.text, evidence: written.evidence };
  }
}

/** What the commit that is taken back had deleted or replaced, as its writers wrote it. */
function ofRevert(sha: string, facts: SourceFacts): EvidenceSource {
  const gone: { path: string; line: number; text: string; evidence: SourceLine['evidence'] }[] = [];
  for (const [at, changed] of facts.linesOf(sha).entries()) {
    if (changed.originSha === null || changed.originLine === null) continue;
    const origin = facts.lineAt(changed.originSha, changed.originPath, changed.originLine);
    const text = origin?.text ?? (changed.line === null ? changed.text : null);
    if (text !== null) gone.push({ path: changed.path, line: at, text, evidence: origin?.evidence ?? NO_EVIDENCE });
  }
  const files = new Map(
    [...Map.groupBy(gone, ({ path }) => path)].map(([path, lines]) => [path, { blob: null, lines }] as const),
  );
  return { files, removed: [], narrows: false };
}

function byPath(lines: readonly ChangedLine[]): Map<string, SourceLine[]> {
  const files = new Map<string, SourceLine[]>();
  for (const { path, line, text, evidence } of lines) {
    if (line === null) continue;
    const own = files.get(path);
    if (own) own.push({ line, text, evidence });
    else files.set(path, [{ line, text, evidence }]);
  }
  for (const own of files.values()) own.sort((one, other) => one.line - other.line);
  return files;
}

const removedBy = (lines: readonly ChangedLine[]): RemovedLine[] =>
  lines
    .filter(({ line }) => line === null)
    .map((line) => ({ path: line.path, text: line.text, origin: originKey(line), evidence: line.evidence }));
