import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import {
  commitScoresTable,
  commitsTable,
  fileChangesTable,
  lineChangesTable,
  unrecordedEndsTable,
} from '@linescope/facts/git-tables';
import { unrecordedEndRows } from '@linescope/git-engine/delivery/unrecorded-end-rows';
import type { CommitFact, Facts, LineChangeFact } from '@linescope/git-engine/facts';
import { commitRow, fileChangeRow, insertRows, lineRow, scoreRow } from '../fact-rows.ts';

export interface StoredAs {
  entity_id: number;
  repo_id: number;
  version: number;
  /** By commit: who wrote it. */
  committerOf?: (commit: CommitFact) => number;
}

const AT_ONCE = 50_000;

/** Stores what the engine says of a history, as an import does. */
export async function storeHistory(clickHouse: ClickHouse, facts: Facts, { committerOf = () => 1, ...as }: StoredAs) {
  const commits = new Map(facts.commits.map((commit) => [commit.sha, commit]));
  const writerOf = (sha: string): number => {
    const commit = commits.get(sha);
    return commit ? committerOf(commit) : 1;
  };
  await insertRows(
    clickHouse,
    commitsTable,
    facts.commits.map((commit) =>
      commitRow({
        ...as,
        ...timesOf(commit),
        sha: commit.sha,
        parents: commit.parents,
        message: commit.message,
        committer_id: writerOf(commit.sha),
      }),
    ),
  );
  for (let at = 0; at < facts.lineChanges.length; at += AT_ONCE) {
    const lines = facts.lineChanges.slice(at, at + AT_ONCE);
    await insertRows(
      clickHouse,
      lineChangesTable,
      lines.map((line) => ({ ...rowOf(line), ...as, committer_id: writerOf(line.sha) })),
    );
  }
  await insertRows(
    clickHouse,
    fileChangesTable,
    facts.fileChanges.map((file) =>
      fileChangeRow({
        ...as,
        path: file.path,
        path_before: file.pathBefore,
        sha: file.sha,
        status: file.status,
        committed_at: commits.get(file.sha)?.committedAt ?? 0,
        category: file.category,
        language: file.language ?? '',
        scored: file.scored,
        lines_added: file.linesAdded,
        lines_deleted: file.linesDeleted,
      }),
    ),
  );
  await insertRows(
    clickHouse,
    unrecordedEndsTable,
    unrecordedEndRows(facts.unrecordedEnds).map((row) => ({ ...as, ...row })),
  );
  await insertRows(
    clickHouse,
    commitScoresTable,
    facts.commits.map((commit) =>
      scoreRow({
        ...as,
        ...timesOf(commit),
        sha: commit.sha,
        patch_id: commit.patchId,
        committer_id: writerOf(commit.sha),
      }),
    ),
  );
}

const timesOf = (commit: CommitFact) => ({
  authored_at: commit.authoredAt,
  committed_at: commit.committedAt,
  is_merge: commit.isMerge,
  on_default_branch: commit.onDefaultBranch,
});

const rowOf = (line: LineChangeFact) =>
  lineRow({
    path: line.path,
    sha: line.sha,
    hunk: line.hunk,
    hunk_line: line.hunkLine,
    authored_at: line.authoredAt,
    path_before: line.pathBefore,
    line_before: line.lineBefore,
    line_after: line.lineAfter,
    operation: line.operation,
    text: '',
    kind: line.kind,
    origin_sha: line.originSha,
    origin_path: line.originPath ?? '',
    origin_line: line.originLine,
    origin_authored_at: line.originAuthoredAt,
    born_sha: line.bornSha,
    born_path: line.bornPath ?? '',
    born_line: line.bornLine,
    ai_authored: line.aiAuthored,
    evidence_tier: line.aiAuthored ? 'declared' : 'unknown',
    category: line.category,
    language: line.language ?? '',
    scored: line.scored,
  });
