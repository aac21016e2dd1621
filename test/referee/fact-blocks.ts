import {
  commentRow,
  commitRow,
  fileChangeRow,
  issueRow,
  lineRow,
  pullRow,
  reviewRow,
  scoreRow,
  sprintRow,
  usageRow,
} from '@linescope/analytics/testing/fact-rows';
import type { Columns, RowOf } from '@linescope/facts/columns';
import type { FactBlock } from '@linescope/facts/fact-batch';
import {
  commitScoresTable,
  commitsTable,
  fileChangesTable,
  lineChangesTable,
  lineRecordsTable,
} from '@linescope/facts/git-tables';
import {
  aiUsageTable,
  issuesTable,
  pullRequestCommentsTable,
  pullRequestReviewsTable,
  pullRequestsTable,
  sprintDaysTable,
} from '@linescope/facts/provider-tables';
import { encodeRows, type FactTable } from '@linescope/facts/table';
import type { Provenance } from '@linescope/git-engine/facts';
import { type ScoredLine, scoreCommit, scoreLine } from '@linescope/git-engine/score/score-commit';
import { DELTA_WEIGHTS } from '@linescope/git-engine/score/weights';
import { issueKeysIn, saysFix } from '@linescope/imports/domain/message';
import { issueKeysOfPull } from '@linescope/imports/domain/pull-request-keys';
import { ageInDays, REPLACING } from './random-lines.ts';
import type { Commit, Line, World } from './world.ts';

const DAY_SECONDS = 86_400;
const block = <C extends Columns>(table: FactTable<C>, rows: RowOf<C>[]): FactBlock => ({
  table,
  rows: rows.length,
  bytes: encodeRows(table, rows),
});

const scopeOf = (world: World, repoId: number) => ({
  numbers: world.repos.find(({ id }) => id === repoId)?.path ?? '',
  workItems: null,
  countsPulls: true,
});

/** Commits, their scores and their changed lines as an import delivers them, scored by the engine's own formula. */
export function gitBlocks(world: World, repoId: number): FactBlock[] {
  const commits = world.commits.filter((commit) => commit.repoId === repoId);
  return [
    block(
      commitsTable,
      commits.map((commit) => commitRow(gitRow(world, commit))),
    ),
    block(
      commitScoresTable,
      commits.map((commit) => scoreRowOf(world, commit)),
    ),
    block(
      lineChangesTable,
      commits.flatMap((commit) => commit.lines.map((line) => lineRowOf(world, commit, line))),
    ),
    block(fileChangesTable, commits.flatMap(filesOf(world))),
    block(
      lineRecordsTable,
      commits.filter(({ recorded }) => recorded).map((commit) => emptyRecord(world, commit)),
    ),
  ];
}

const filesOf = (world: World) => (commit: Commit) =>
  [...Map.groupBy(commit.lines, ({ path }) => path)].map(([path, lines]) =>
    fileChangeRow({
      entity_id: world.entityId,
      repo_id: commit.repoId,
      sha: commit.sha,
      committed_at: commit.committedAt / 1_000,
      path,
      path_before: path,
      scored: lines.every(({ scored }) => scored),
      lines_added: lines.length,
    }),
  );

/** A record that names no line: it leaves to the commit what its lines are, and says that there are records. */
const emptyRecord = (world: World, commit: Commit) => ({
  entity_id: world.entityId,
  repo_id: commit.repoId,
  sha: commit.sha,
  present: true,
  paths: [],
  ranges: [],
  author_ai: [],
  author_tools: [],
  author_models: [],
  version: 1,
});

const gitRow = (world: World, commit: Commit) => ({
  entity_id: world.entityId,
  repo_id: commit.repoId,
  sha: commit.sha,
  authored_at: commit.authoredAt / 1_000,
  committed_at: commit.committedAt / 1_000,
  parents: commit.parents,
  committer_id: commit.identityId,
  message: commit.message,
  is_merge: commit.merge,
  on_default_branch: commit.onDefaultBranch,
  patch_id: commit.patchId,
  ai_authored: commit.ai,
  issue_keys: issueKeysIn(commit.message, scopeOf(world, commit.repoId)),
});

function scoreRowOf(world: World, commit: Commit) {
  const score = scoreCommit(commit.merge ? [] : commit.lines.map((line) => scoredLine(commit, line)), DELTA_WEIGHTS);
  const { parents: _parents, message: _message, ...shared } = gitRow(world, commit);
  return scoreRow({
    ...shared,
    formula_version: score.formulaVersion,
    delta: score.delta,
    lines: score.lines,
    lines_added: score.linesByOperation.add + score.linesByOperation.copy,
    lines_by_operation: score.linesByOperation,
    delta_by_operation: score.deltaByOperation,
    lines_by_category: score.linesByCategory,
    delta_by_category: score.deltaByCategory,
    lines_by_provenance: score.linesByProvenance,
    delta_by_provenance: score.deltaByProvenance,
    churn_lines: score.churnLines,
    churn_delta: score.churnDelta,
    duplicate_lines: score.duplicateLines,
    ai_lines_added: score.aiLinesByOperation.add + score.aiLinesByOperation.copy,
    ai_lines_deleted: score.aiLinesByOperation.del,
    ai_lines: score.aiLines,
    ai_delta: score.aiDelta,
    ai_lines_by_operation: score.aiLinesByOperation,
    line_records: commit.recorded,
    old_code_delta: score.deltaByProvenance.over_1_year,
    connective_calls: score.connectives,
    says_fix: saysFix(commit.message),
  });
}

/** What the engine knows of a line: ages under 14, 30 and 365 days. */
function scoredLine(commit: Commit, line: Line): ScoredLine {
  const days = ageInDays(line, commit.authoredAt);
  return {
    operation: line.operation,
    category: line.category,
    kind: line.kind,
    provenance: provenanceOf(line, days),
    age: days === null ? null : days * DAY_SECONDS,
    churn: ['chg', 'find_replace', 'del'].includes(line.operation) && days !== null && days < 14,
    duplicate: line.duplicate,
    connectives: line.connectives,
    aiAuthored: commit.ai,
    scored: line.scored,
    newFile: line.newFile,
    hunkLine: line.hunkLine,
  };
}

function provenanceOf(line: Line, days: number | null): Provenance {
  if (!REPLACING.has(line.operation)) return 'new_code';
  if (days === null || days >= 365) return 'over_1_year';
  return days < 14 ? 'under_2_weeks' : days < 30 ? 'under_1_month' : 'under_1_year';
}

function lineRowOf(world: World, commit: Commit, line: Line) {
  const scored = scoredLine(commit, line);
  const changed = REPLACING.has(line.operation);
  return lineRow({
    entity_id: world.entityId,
    repo_id: commit.repoId,
    // Lines of several commits stand in one squash commit: each in a hunk of its own there.
    path: line.path,
    sha: commit.sha,
    hunk: commit.lines.indexOf(line),
    hunk_line: line.hunkLine,
    authored_at: commit.authoredAt / 1_000,
    committer_id: commit.identityId,
    path_before: line.path,
    line_before: changed ? line.hunkLine + 1 : null,
    line_after: line.operation === 'del' ? null : line.hunkLine + 1,
    operation: line.operation,
    origin_sha: line.origin?.sha ?? null,
    origin_path: line.origin ? line.path : '',
    origin_line: line.origin ? 1 : null,
    origin_authored_at: line.origin ? line.origin.authoredAt / 1_000 : null,
    born_sha: line.ends?.sha ?? null,
    born_path: line.ends ? line.path : '',
    born_line: line.ends?.line ?? null,
    origin_ai: line.origin?.ai ?? false,
    provenance: scored.provenance,
    churn: scored.churn,
    kind: line.kind,
    duplicate: line.duplicate,
    ai_authored: commit.ai,
    category: line.category,
    scored: line.scored,
    new_file: line.newFile,
    delta: commit.merge ? 0 : scoreLine(scored, DELTA_WEIGHTS),
  });
}

/** What code hosts, trackers and vendors of AI tools report. */
export function providerBlocks(world: World): FactBlock[] {
  const { entityId: entity_id } = world;
  const iso = (time: number): string => new Date(time).toISOString();
  const maybe = (time: number | null): string | null => (time === null ? null : iso(time));
  const pulls = world.pulls.map((pull) => {
    const times = pull.commitShas.flatMap(
      (sha) => world.commits.find((commit) => commit.repoId === pull.repoId && commit.sha === sha)?.authoredAt ?? [],
    );
    const ofPull = <T extends { repoId: number; number: number }>(said: T) =>
      said.repoId === pull.repoId && said.number === pull.number;
    const reviewed = world.reviews
      .filter((review) => ofPull(review) && !review.bot)
      .map((review) => review.submittedAt);
    const commented = world.comments.filter(ofPull).map(({ createdAt }) => createdAt);
    return pullRow({
      entity_id,
      repo_id: pull.repoId,
      number: pull.number,
      pull_request_id: pull.repoId * 1_000 + pull.number,
      title: pull.title,
      branch_name: pull.branch,
      committer_id: pull.identityId,
      draft: pull.draft,
      opened_at: iso(pull.openedAt),
      closed_at: maybe(pull.closedAt),
      merged_at: maybe(pull.mergedAt),
      merge_sha: pull.mergeSha,
      squash_sha: pull.squashSha,
      head_sha: pull.commitShas.at(-1) ?? '',
      commit_shas: pull.commitShas,
      commit_authored_at: times.map((time) => time / 1_000),
      first_commit_authored_at: maybe(firstOf(times)),
      first_commented_at: maybe(firstOf(commented)),
      first_human_review_at: maybe(firstOf(reviewed)),
      issue_keys: issueKeysOfPull({ ...pull, sourceBranch: pull.branch }, scopeOf(world, pull.repoId)),
    });
  });
  const ofPull = ({
    repoId,
    number,
    identityId,
    bot,
  }: {
    repoId: number;
    number: number;
    identityId: number;
    bot: boolean;
  }) => ({
    entity_id,
    repo_id: repoId,
    number,
    committer_id: identityId,
    bot,
  });
  return [
    block(pullRequestsTable, pulls),
    block(
      pullRequestReviewsTable,
      world.reviews.map((review) =>
        reviewRow({ ...ofPull(review), review_id: review.id, submitted_at: iso(review.submittedAt) }),
      ),
    ),
    block(
      pullRequestCommentsTable,
      world.comments.map((comment) =>
        commentRow({
          ...ofPull(comment),
          comment_id: comment.id,
          created_at: iso(comment.createdAt),
          deleted: comment.deleted,
        }),
      ),
    ),
    block(
      issuesTable,
      world.issues.map((issue, index) =>
        issueRow({
          entity_id,
          key: issue.key,
          issue_id: world.entityId * 1_000 + index,
          provider: issue.repoId === 0 ? 'tracker_a' : 'hostC',
          repo_id: issue.repoId,
          type: issue.type,
          is_epic: issue.epic,
          assignee_committer_id: issue.assigneeId,
          assignee_name: world.identities.find(({ id }) => id === issue.assigneeId)?.userName ?? '',
          story_points: issue.points,
          created_at: iso(issue.createdAt),
          started_at: maybe(issue.startedAt),
          resolved_at: maybe(issue.resolvedAt),
          status: issue.resolvedAt === null ? 'Open' : 'Done',
          status_category: issue.resolvedAt === null ? 'new' : 'done',
        }),
      ),
    ),
    block(
      sprintDaysTable,
      world.sprints.flatMap((sprint) =>
        sprint.days.map(({ day, issueKey, points, member }) =>
          sprintRow({
            entity_id,
            sprint_id: sprint.id,
            issue_key: issueKey,
            day,
            board_id: sprint.boardId,
            sprint_name: sprint.name,
            sprint_started_at: iso(sprint.startedAt),
            sprint_ended_at: iso(sprint.endedAt),
            story_points: points,
            member,
          }),
        ),
      ),
    ),
    block(
      aiUsageTable,
      world.usages
        .filter(({ provider }) => provider !== 'custom')
        .map((usage) =>
          usageRow({
            entity_id,
            date: usage.day,
            provider: usage.provider,
            model: usage.model,
            committer_id: usage.personId,
            team_id: usage.teamId,
            lines_added: usage.linesAdded,
            lines_deleted: usage.linesDeleted,
            prompted_suggest_count: usage.promptedSuggested,
            prompted_accept_count: usage.promptedAccepted,
            tab_suggest_count: usage.tabSuggested,
            tab_accept_count: usage.tabAccepted,
            cents_cost: usage.cents,
          }),
        ),
    ),
  ];
}

const firstOf = (times: number[]): number | null => (times.length === 0 ? null : Math.min(...times));
