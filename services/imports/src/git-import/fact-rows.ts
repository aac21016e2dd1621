import type { FactBlock } from '@linescope/facts/fact-batch';
import {
  commitScoresTable,
  commitsTable,
  fileChangesTable,
  mergeRoutesTable,
  unrecordedEndsTable,
} from '@linescope/facts/git-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import type { FactBatch } from '@linescope/git-engine/delivery/spool';
import { unrecordedEndRows } from '@linescope/git-engine/delivery/unrecorded-end-rows';
import type { CommitFact, CommitScoreFact, FileChangeFact, MergeRouteFact } from '@linescope/git-engine/facts';
import type { IssueScope } from '../domain/issue-scope.ts';
import { issueKeysIn, saysFix } from '../domain/message.ts';
import { type LineContext, lineBlock } from './line-block.ts';

export interface RowContext extends LineContext {
  scope: IssueScope;
  storedAt: number;
  commitOf(sha: string): { committedAt: number; patchId: string; message: string; aiAuthored: boolean };
}

/** What the engine says, as rows of the fact tables, one block a table. */
export function blocksOf(facts: Omit<FactBatch, 'cursor'>, context: RowContext): FactBlock[] {
  const ends = unrecordedEndRows(facts.unrecordedEnds).map((row) => ({
    ...ofRepo(context),
    ...row,
    version: context.version,
  }));
  return [
    {
      table: commitsTable,
      rows: facts.commits.length,
      bytes: encodeRows(
        commitsTable,
        facts.commits.map((fact) => commitRow(fact, context)),
      ),
    },
    {
      table: commitScoresTable,
      rows: facts.commitScores.length,
      bytes: encodeRows(
        commitScoresTable,
        facts.commitScores.map((fact) => scoreRow(fact, context)),
      ),
    },
    {
      table: fileChangesTable,
      rows: facts.fileChanges.length,
      bytes: encodeRows(
        fileChangesTable,
        facts.fileChanges.map((fact) => fileRow(fact, context)),
      ),
    },
    {
      table: mergeRoutesTable,
      rows: facts.mergeRoutes.length,
      bytes: encodeRows(
        mergeRoutesTable,
        facts.mergeRoutes.map((fact) => routeRow(fact, context)),
      ),
    },
    { table: unrecordedEndsTable, rows: ends.length, bytes: encodeRows(unrecordedEndsTable, ends) },
    lineBlock(facts.lines, context),
  ];
}

const ofRepo = (context: RowContext) => ({ entity_id: context.entityId, repo_id: context.repoId });

const commitRow = (fact: CommitFact, context: RowContext): FactRow<typeof commitsTable> => ({
  ...ofRepo(context),
  sha: fact.sha,
  authored_at: fact.authoredAt,
  committed_at: fact.committedAt,
  parents: fact.parents,
  author_name: fact.authorName,
  author_email: fact.authorEmail,
  committer_name: fact.committerName,
  committer_email: fact.committerEmail,
  committer_id: context.committerOf(fact.sha),
  message: fact.message,
  is_merge: fact.isMerge,
  on_default_branch: fact.onDefaultBranch,
  presence: 'existent',
  patch_id: fact.patchId,
  ai_authored: fact.aiAuthored,
  ai_confidence: fact.aiConfidence,
  ai_tool: fact.aiTool ?? '',
  ai_evidence: fact.aiEvidence ?? '',
  ai_model: fact.aiModel ?? '',
  line_records: false,
  files_changed: fact.filesChanged,
  lines_added: fact.linesAdded,
  lines_deleted: fact.linesDeleted,
  issue_keys: issueKeysIn(fact.message, context.scope),
  stored_at: context.storedAt,
  version: context.version,
});

const scoreRow = (fact: CommitScoreFact, context: RowContext): FactRow<typeof commitScoresTable> => {
  const commit = context.commitOf(fact.sha);
  return {
    ...ofRepo(context),
    authored_at: fact.authoredAt,
    sha: fact.sha,
    committer_id: context.committerOf(fact.sha),
    is_merge: fact.isMerge,
    on_default_branch: fact.onDefaultBranch,
    presence: 'existent',
    patch_id: commit.patchId,
    ai_authored: commit.aiAuthored,
    formula_version: fact.formulaVersion,
    delta: fact.delta,
    lines: fact.lines,
    lines_added: fact.linesByOperation.add + fact.linesByOperation.copy,
    lines_by_operation: fact.linesByOperation,
    delta_by_operation: fact.deltaByOperation,
    lines_by_category: fact.linesByCategory,
    delta_by_category: fact.deltaByCategory,
    lines_by_provenance: fact.linesByProvenance,
    delta_by_provenance: fact.deltaByProvenance,
    churn_lines: fact.churnLines,
    churn_delta: fact.churnDelta,
    duplicate_lines: fact.duplicateLines,
    ai_lines_added: fact.aiLinesByOperation.add + fact.aiLinesByOperation.copy,
    ai_lines_deleted: fact.aiLinesByOperation.del,
    ai_lines: fact.aiLines,
    ai_delta: fact.aiDelta,
    ai_lines_by_operation: fact.aiLinesByOperation,
    line_records: false,
    old_code_delta: fact.deltaByProvenance.over_1_year,
    connective_calls: fact.connectives,
    committed_at: commit.committedAt,
    issue_keys: issueKeysIn(commit.message, context.scope),
    says_fix: saysFix(commit.message),
    version: context.version,
    score_version: 0,
  };
};

const fileRow = (fact: FileChangeFact, context: RowContext): FactRow<typeof fileChangesTable> => ({
  ...ofRepo(context),
  path: fact.path,
  committed_at: context.commitOf(fact.sha).committedAt,
  sha: fact.sha,
  path_before: fact.pathBefore,
  status: fact.status,
  mode_before: fact.modeBefore,
  mode_after: fact.modeAfter,
  blob_before: fact.blobBefore,
  blob_after: fact.blobAfter,
  similarity: fact.similarity,
  language: fact.language ?? '',
  category: fact.category,
  generated: fact.generated,
  vendored: fact.vendored,
  lock: fact.lock,
  binary: fact.binary,
  oversized: fact.oversized,
  scored: fact.scored,
  hunks: fact.hunks,
  lines_added: fact.linesAdded,
  lines_deleted: fact.linesDeleted,
  links: fact.links,
  link_paths: fact.linkPaths,
  link_shas: fact.linkShas,
  documented_functions: fact.documentedFunctions,
  documentation: fact.documentation,
  version: context.version,
});

/** A file from before the window is one endless run of lines; its end does not fit the column, and need not. */
const ENDLESS = 2 ** 31 - 1;

const routeRow = (fact: MergeRouteFact, context: RowContext): FactRow<typeof mergeRoutesTable> => ({
  ...ofRepo(context),
  path: fact.path,
  committed_at: fact.committedAt,
  sha: fact.sha,
  parent: Math.min(fact.parent, 127),
  deleted: fact.deleted,
  parent_paths: fact.parentPaths,
  segments: fact.segments.map((value) => Math.min(value, ENDLESS)),
  version: context.version,
});
