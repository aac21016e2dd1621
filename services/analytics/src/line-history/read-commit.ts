import { commitNamed, hiddenCommit } from '../domain/line-history/query-faults.ts';
import {
  type ChangedFile,
  type ChangedLineRow,
  readChangedFiles,
  readChangedLines,
  sumChangedLines,
} from '../store/line-history/commit-lines.ts';
import { createReader } from '../store/line-history/small-query.ts';
import { readEntryDetails } from './entry-details.ts';
import { readProbable, showEvidence } from './line-evidence.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { describeCommit } from './read-blame.ts';
import { snapshotWith } from './resolve-version.ts';

export interface CommitQuery {
  entityId: number;
  repoId: number;
  sha: string;
  offset: number;
  limit: number;
  showsText: boolean;
  /** Whether the caller may see what a contributor, by their primary identity, scored. */
  seesScoresOf(committerId: number): boolean;
}

const MAX_FILES = 1000;
const MAX_OFFSET = 2 ** 32 - 1;

/** A commit, its files, and a page of its changed lines with what each scored. */
export async function readCommit(context: LineHistoryContext, query: CommitQuery) {
  const snapshot = await snapshotWith(context, query);
  const { graph, people } = snapshot;
  const commit = commitNamed(graph, query.sha);
  const { sha, committerId, parents, isMerge, onDefaultBranch } = graph.at(commit);
  if (people.isHidden(committerId)) throw hiddenCommit(query.sha);
  const read = createReader(context.clickHouse, snapshot);
  const [details, files, own] = await Promise.all([
    readEntryDetails(context, snapshot, { lines: [], shas: [sha], commentPaths: [] }),
    readChangedFiles(read, sha, MAX_FILES),
    context.scoresFollowed(query.entityId),
  ]);
  const of = { sha, paths: files.map((file) => file.path) };
  const weights = own?.weights ?? null;
  const page = { limit: query.limit, offset: Math.min(query.offset, MAX_OFFSET) };
  const [lines, sum] =
    files.length === 0
      ? [[], { lines: 0, value: 0 }]
      : await Promise.all([readChangedLines(read, of, weights, page), sumChangedLines(read, of, weights)]);
  const isProbable = (await readProbable(context, snapshot, [sha]))(sha);
  const person = people.personOf(committerId);
  const sees = query.seesScoresOf(person?.committerId ?? committerId);
  const isScored = person?.processingStatus !== 'limited_processing';
  const shownValue = (value: number): number | null => (sees ? (isScored ? value : 0) : null);
  return {
    diffDeltaVersion: own?.version ?? 1,
    total: sum.lines,
    commit: {
      ...describeCommit(snapshot, commit, details),
      parents,
      is_merge: isMerge,
      on_default_branch: onDefaultBranch,
      diff_delta: shownValue(sum.value),
    },
    files: files.map(describeFile),
    lines: lines.map((line) => ({
      ...describeLine(line, query.showsText, shownValue),
      ...showEvidence(line, isProbable),
    })),
  };
}

const describeFile = (file: ChangedFile) => ({
  code_file_path_after: file.status === 'deleted' ? null : file.path,
  code_file_path_before: file.status === 'added' ? null : file.path_before,
  status_em: `status_${file.status}`,
  language: file.language || null,
  category_em: `category_${file.category}`,
  lines_added: file.lines_added,
  lines_deleted: file.lines_deleted,
  is_binary: file.binary,
  is_scored: file.scored,
  has_lines: !file.binary && !file.oversized,
});

const describeLine = (line: ChangedLineRow, showsText: boolean, shownValue: (value: number) => number | null) => ({
  code_file_path: line.path,
  hunk: line.hunk,
  line_number_before: line.line_before,
  line_number_after: line.line_after,
  operation_em: `operation_${line.operation}`,
  provenance_em: `provenance_${line.provenance}`,
  is_churn: line.churn,
  line_value: shownValue(line.value),
  text: showsText ? line.text : null,
});
