import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { factVersion } from '@linescope/facts/fact-version';
import {
  commitScoresTable,
  commitsTable,
  fileChangesTable,
  lineChangesTable,
  lineRecordsTable,
  mergeRoutesTable,
} from '@linescope/facts/git-tables';
import { pullRequestsTable } from '@linescope/facts/provider-tables';
import type { Facts } from '@linescope/git-engine/facts';
import type { KnownPull } from '../domain/provenance/known-commit.ts';
import type { StoredRecord } from '../domain/provenance/line-evidence.ts';
import { commitRow, fileChangeRow, insertRows, lineRow, pullRow, scoreRow } from './fact-rows.ts';

export interface StoredRepo {
  entityId: number;
  repoId: number;
  run: number;
}

/** Stores what the engine read of some commits, as an import does. */
export async function storeFacts(
  clickHouse: ClickHouse,
  { entityId, repoId, run }: StoredRepo,
  facts: Facts,
  shas: ReadonlySet<string>,
): Promise<void> {
  const own = { entity_id: entityId, repo_id: repoId, version: factVersion(run) };
  const isOwn = ({ sha }: { sha: string }) => shas.has(sha);
  const commits = new Map(facts.commits.map((commit) => [commit.sha, commit]));
  await insertRows(
    clickHouse,
    commitsTable,
    facts.commits.filter(isOwn).map((fact) =>
      commitRow({
        ...own,
        sha: fact.sha,
        authored_at: fact.authoredAt,
        committed_at: fact.committedAt,
        parents: fact.parents,
        author_email: fact.authorEmail,
        message: fact.message,
        is_merge: fact.isMerge,
        on_default_branch: fact.onDefaultBranch,
        patch_id: fact.patchId,
        ai_authored: fact.aiAuthored,
        ai_tool: fact.aiTool ?? '',
        ai_model: fact.aiModel ?? '',
        lines_added: fact.linesAdded,
        lines_deleted: fact.linesDeleted,
      }),
    ),
  );
  await insertRows(
    clickHouse,
    commitScoresTable,
    facts.commitScores.filter(isOwn).map((fact) =>
      scoreRow({
        ...own,
        sha: fact.sha,
        authored_at: fact.authoredAt,
        committed_at: commits.get(fact.sha)?.committedAt ?? 0,
        is_merge: fact.isMerge,
        on_default_branch: fact.onDefaultBranch,
        ai_authored: commits.get(fact.sha)?.aiAuthored ?? false,
        delta: fact.delta,
        lines: fact.lines,
        lines_by_operation: fact.linesByOperation,
        ai_lines: fact.aiLines,
        ai_delta: fact.aiDelta,
        ai_lines_by_operation: fact.aiLinesByOperation,
      }),
    ),
  );
  await insertRows(
    clickHouse,
    fileChangesTable,
    facts.fileChanges.filter(isOwn).map((fact) =>
      fileChangeRow({
        ...own,
        sha: fact.sha,
        path: fact.path,
        path_before: fact.pathBefore,
        status: fact.status,
        blob_after: fact.blobAfter,
        hunks: fact.hunks,
      }),
    ),
  );
  await insertRows(
    clickHouse,
    mergeRoutesTable,
    facts.mergeRoutes.filter(isOwn).map((fact) => ({
      ...own,
      path: fact.path,
      committed_at: fact.committedAt,
      sha: fact.sha,
      parent: fact.parent,
      deleted: fact.deleted,
      parent_paths: fact.parentPaths,
      segments: fact.segments.map((value) => Math.min(value, 2 ** 31 - 1)),
    })),
  );
  await insertRows(
    clickHouse,
    lineChangesTable,
    facts.lineChanges.filter(isOwn).map((fact) =>
      lineRow({
        ...own,
        sha: fact.sha,
        path: fact.path,
        path_before: fact.pathBefore,
        hunk: fact.hunk,
        hunk_line: fact.hunkLine,
        authored_at: fact.authoredAt,
        line_before: fact.lineBefore,
        line_after: fact.lineAfter,
        operation: fact.operation,
        text: fact.text,
        origin_sha: fact.originSha,
        origin_path: fact.originPath ?? '',
        origin_line: fact.originLine,
        origin_authored_at: fact.originAuthoredAt,
        origin_ai: fact.originAi,
        ai_authored: fact.aiAuthored,
        evidence_tier: fact.aiAuthored ? 'declared' : 'unknown',
        ai_tool: commits.get(fact.sha)?.aiTool ?? '',
        ai_model: commits.get(fact.sha)?.aiModel ?? '',
        scored: fact.scored,
        delta: fact.delta,
      }),
    ),
  );
}

export const storeRecords = (
  clickHouse: ClickHouse,
  { entityId, repoId, run }: StoredRepo,
  records: ReadonlyMap<string, StoredRecord | null>,
): Promise<void> =>
  insertRows(
    clickHouse,
    lineRecordsTable,
    [...records].map(([sha, record]) => ({
      entity_id: entityId,
      repo_id: repoId,
      sha,
      present: record !== null,
      paths: record?.paths ?? [],
      ranges: record?.ranges ?? [],
      author_ai: record?.authors.map(({ ai }) => (ai ? 1 : 0)) ?? [],
      author_tools: record?.authors.map(({ tool }) => tool) ?? [],
      author_models: record?.authors.map(({ model }) => model) ?? [],
      version: factVersion(run),
    })),
  );

export const storePulls = (
  clickHouse: ClickHouse,
  { entityId, repoId }: StoredRepo,
  pulls: readonly KnownPull[],
): Promise<void> =>
  insertRows(
    clickHouse,
    pullRequestsTable,
    pulls.map(({ number, mergeSha, squashSha, headSha, commitShas }) =>
      pullRow({
        entity_id: entityId,
        repo_id: repoId,
        number,
        merged_at: '2026-03-02T00:00:00Z',
        merge_sha: mergeSha,
        squash_sha: squashSha,
        head_sha: headSha,
        commit_shas: commitShas,
      }),
    ),
  );
