import type { CommitRecord } from '../delivery/commit-record.ts';
import type { CommitFact, FileChangeFact, FileStatus, LineChangeFact, MergeRouteFact } from '../facts.ts';
import {
  type CommitDiff,
  type CommitHeader,
  type FileDiff,
  SUBMODULE_MODE,
  SYMLINK_MODE,
} from '../git/diff-records.ts';
import type { MergeReading } from '../git/history-streams.ts';
import { nameHash } from '../lines/block-hash.ts';
import { decideOperations } from '../lines/decide-operations.ts';
import { documentationIn } from '../lines/documentation.ts';
import { followLines, lineFacts } from '../lines/line-facts.ts';
import { linksByPath } from '../lines/line-links.ts';
import { patchIdOf } from '../lines/patch-id.ts';
import { type ReadHunk, readHunks } from '../lines/read-hunks.ts';
import { sumScore } from '../score/score-commit.ts';
import type { DeltaWeights } from '../score/weights.ts';
import type { AiEvidence, SourceReading } from '../source-reading.ts';
import { applyCommit, type FileStep } from './apply-commit.ts';
import { applyMerge, type MergeRoute } from './apply-merge.ts';
import type { CommitGraph, GraphCommit } from './commit-graph.ts';
import type { FileKinds } from './file-kinds.ts';
import { fileAt, type Lane } from './lane.ts';

import { endsByCommit, endsByMerge } from './unrecorded-ends.ts';
import { beginCommit, noteRename, stands, type WalkState } from './walk-state.ts';

export type CommitReader = {
  readonly state: WalkState;
  readonly kinds: FileKinds;
  readonly source: SourceReading;
  readonly weights: DeltaWeights;
};

export type CommitRead = { readonly lane: Lane; readonly record: CommitRecord | null };

/** An ordinary commit: its tree's origins, and its facts if it stands in the window. */
export function readCommit(
  reader: CommitReader,
  lane: Lane,
  diff: CommitDiff,
  graph: GraphCommit,
  onDefaultBranch: boolean,
): CommitRead {
  const { state, source } = reader;
  const ai = source.readAiEvidence(diff.header);
  const { authoredAt } = diff.header;
  const { sha } = graph;
  const number = beginCommit(state, { sha, authoredAt, aiAuthored: ai.authored });
  const step = applyCommit(lane, diff.files, number, state.origins, state.paths, reader.kinds);
  for (const file of step.files) if (file.path !== file.pathBefore) noteRename(state, file.pathBefore, file.path);
  const hunks = step.files.flatMap((file) =>
    hasLines(file.file) ? readHunks(file, isScored(file), graph.inWindow, source) : [],
  );
  for (const hunk of hunks) noteDefinitions(state, hunk, source);
  const isWanted = graph.inWindow && graph.silent !== true;
  if (graph.inWindow && !isWanted) followLines(hunks, state);
  const record = isWanted
    ? recordOf(reader, [lane, step.lane], diff, graph, hunks, step.files, ai, onDefaultBranch)
    : null;
  for (const hunk of hunks) noteBlocks(state, hunk);
  return { lane: step.lane, record };
}

function recordOf(
  reader: CommitReader,
  [before, lane]: readonly [Lane, Lane],
  diff: CommitDiff,
  graph: GraphCommit,
  hunks: readonly ReadHunk[],
  files: readonly FileStep[],
  ai: AiEvidence,
  onDefaultBranch: boolean,
): CommitRecord {
  const { state, weights } = reader;
  const { sha, authoredAt } = diff.header;
  const own = state.commits.numberOf(sha);
  // A commit that is read again finds its own blocks standing already.
  const isCopied = (id: number, span: number) =>
    stands(state, lane, id, span) && state.origins.originOf(id).commit !== own;
  const drafts = decideOperations(hunks, state.blocks, isCopied);
  const connectivesOf = (text: string, { kind, step }: ReadHunk) =>
    reader.source.callsOf(text, kind.language).filter((name) => isDefinedElsewhere(state, lane, name, step.path))
      .length;
  const lines = lineFacts(drafts, { state, weights, sha, authoredAt, aiAuthored: ai.authored, connectivesOf });
  const links = linksByPath(lines);
  const hunksOf = Map.groupBy(hunks, (hunk) => hunk.step);
  return {
    commit: commitFact(diff.header, graph, diff.files, ai, onDefaultBranch),
    fileChanges: files.map((file) => ({
      ...fileFact(file, diff.header, state),
      ...links.get(state.paths.textOf(file.path)),
      ...documentationIn(hunksOf.get(file) ?? []),
    })),
    lineChanges: lines,
    mergeRoutes: [],
    unrecordedEnds: endsByCommit(diff.header, [before, lane], files, state),
    score: { formulaVersion: weights.version, numbers: sumScore(lines, (line) => line.delta) },
  };
}

function noteBlocks(state: WalkState, hunk: ReadHunk): void {
  const first = hunk.step.written[hunk.index] ?? 0;
  for (const block of hunk.blocks) state.blocks.add(block.hash, first + block.line, block.span);
}

function noteDefinitions(state: WalkState, hunk: ReadHunk, source: SourceReading): void {
  if (!hunk.scored) return;
  const first = hunk.step.written[hunk.index] ?? 0;
  for (const [line, text] of hunk.fresh.texts.entries()) {
    if (hunk.fresh.kinds[line] !== 'code') continue;
    for (const name of source.definitionsOf(text, hunk.kind.language))
      state.definitions.add(nameHash(name), first + line, 1);
  }
}

function isDefinedElsewhere(state: WalkState, lane: Lane, name: string, path: number): boolean {
  return state.definitions.find(nameHash(name), (id, span) => stands(state, lane, id, span, path)) !== null;
}

function hasLines(file: FileDiff): boolean {
  const mode = file.status === 'D' ? file.modeBefore : file.modeAfter;
  return !file.binary && !file.oversized && mode !== SUBMODULE_MODE && mode !== SYMLINK_MODE;
}

function isScored(step: FileStep): boolean {
  const { generated, vendored, lock } = step.kind;
  return hasLines(step.file) && !generated && !vendored && !lock;
}

function commitFact(
  header: CommitHeader,
  graph: GraphCommit,
  files: readonly FileDiff[],
  ai: AiEvidence,
  onDefaultBranch: boolean,
): CommitFact {
  const isMerge = graph.parents.length > 1;
  return {
    ...header,
    parents: graph.parents,
    isMerge,
    onDefaultBranch,
    patchId: isMerge ? '' : patchIdOf(files) || header.sha,
    aiAuthored: ai.authored,
    aiConfidence: ai.confidence,
    aiTool: ai.tool,
    aiModel: ai.model,
    aiEvidence: ai.evidence,
    filesChanged: files.length,
    linesAdded: files.reduce((sum, file) => sum + file.linesAdded, 0),
    linesDeleted: files.reduce((sum, file) => sum + file.linesDeleted, 0),
  };
}

const STATUS: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};

function fileFact(step: FileStep, header: CommitHeader, state: WalkState): FileChangeFact {
  const { file, kind } = step;
  return {
    sha: header.sha,
    authoredAt: header.authoredAt,
    path: state.paths.textOf(step.path),
    pathBefore: state.paths.textOf(step.pathBefore),
    status: STATUS[file.status] ?? 'modified',
    modeBefore: file.modeBefore,
    modeAfter: file.modeAfter,
    blobBefore: file.blobBefore,
    blobAfter: file.blobAfter,
    similarity: file.similarity,
    language: kind.language,
    category: kind.category,
    generated: kind.generated,
    vendored: kind.vendored,
    lock: kind.lock,
    binary: file.binary,
    oversized: file.oversized,
    scored: isScored(step),
    hunks: file.hunks.flatMap((hunk) => [hunk.oldStart, hunk.oldCount, hunk.newStart, hunk.newCount]),
    linesAdded: file.linesAdded,
    linesDeleted: file.linesDeleted,
    links: [],
    linkPaths: [],
    linkShas: [],
    documentedFunctions: [],
    documentation: [],
  };
}

/** A merge: where each path came from. It scores nothing; the lines it wrote itself are kept for line history. */
export function readMerge(
  reader: CommitReader,
  lanes: readonly Lane[],
  merge: MergeReading,
  graph: GraphCommit,
  onDefaultBranch: boolean,
  whole: CommitGraph,
): CommitRead {
  const { state, source, weights } = reader;
  const { header } = merge;
  const ai = source.readAiEvidence(header);
  const { authoredAt } = header;
  const { sha } = graph;
  const number = beginCommit(state, { sha, authoredAt, aiAuthored: ai.authored });
  const { lane, routes } = applyMerge(lanes, merge.combined, merge.listed, number, state.origins, state.paths);
  for (const route of routes) {
    for (const path of route.parentPaths) if (path !== route.path) noteRename(state, path, route.path);
  }
  if (!graph.inWindow) return { lane, record: null };
  // Also of a merge that was told before: later ones have to know what it kept.
  const { ends, lane: left } = endsByMerge({ parents: graph.parents, header, number }, lanes, lane, whole, state);
  if (graph.silent === true) return { lane: left, record: null };
  const record: CommitRecord = {
    commit: commitFact(header, graph, [], ai, onDefaultBranch),
    fileChanges: [],
    lineChanges: routes.flatMap((route) => writtenLines(reader, route, lane, header, ai)),
    mergeRoutes: routes.map((route) => routeFact(route, header, state)),
    unrecordedEnds: ends,
    score: { formulaVersion: weights.version, numbers: sumScore([], () => 0) },
  };
  return { lane: left, record };
}

function routeFact(route: MergeRoute, header: CommitHeader, state: WalkState): MergeRouteFact {
  return {
    sha: header.sha,
    committedAt: header.committedAt,
    path: state.paths.textOf(route.path),
    parent: route.parent,
    deleted: route.deleted,
    parentPaths: route.parentPaths.map((path) => state.paths.textOf(path)),
    segments: route.segments,
  };
}

function writtenLines(
  reader: CommitReader,
  route: MergeRoute,
  lane: Lane,
  header: CommitHeader,
  ai: AiEvidence,
): LineChangeFact[] {
  const kind = fileAt(lane, route.path)?.kind ?? reader.kinds.ofPath(route.path);
  const path = reader.state.paths.textOf(route.path);
  return route.written.map(({ line, text }, hunkLine) => ({
    sha: header.sha,
    authoredAt: header.authoredAt,
    path,
    pathBefore: path,
    lineBefore: null,
    lineAfter: line,
    operation: 'add',
    text: text.endsWith('\r') ? text.slice(0, -1) : text,
    originSha: null,
    originPath: null,
    originLine: null,
    originAuthoredAt: null,
    bornSha: null,
    bornPath: null,
    bornLine: null,
    originAi: false,
    age: null,
    provenance: 'new_code',
    churn: false,
    kind: reader.source.readLine(text, kind.language),
    functionName: null,
    className: null,
    blockHash: 0,
    duplicate: false,
    connectives: 0,
    aiAuthored: ai.authored,
    language: kind.language,
    category: kind.category,
    scored: false,
    newFile: false,
    hunk: 0,
    hunkLine,
    delta: 0,
  }));
}
