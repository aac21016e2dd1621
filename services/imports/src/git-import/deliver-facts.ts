import { DAY_MS } from '@linescope/contract/days';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { factVersion } from '@linescope/facts/fact-version';
import type { FactBatch } from '@linescope/git-engine/delivery/spool';
import type { CommitFact } from '@linescope/git-engine/facts';
import type { History } from '@linescope/git-engine/read-history';
import type { Context } from '../context.ts';
import { statusAt } from '../domain/import-status.ts';
import { type IssueScope, issueScope } from '../domain/issue-scope.ts';
import { createFactPublisher } from '../store/fact-publisher.ts';
import { ADVANCED, addDaysWithCommit, devopsRepoPaths, type Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { blocksOf } from './fact-rows.ts';
import { fitMessages } from './fit-message.ts';
import type { ReadingPlan } from './read-repo.ts';
import { createAuthors, readMailmap } from './resolve-authors.ts';

/** Few and large: each message is an insert a table. A row takes some 15 bytes when packed, and seldom more than 40. */
const MAX_ROWS = 200_000;
/** Until the first has come nobody else has anything to do. */
const FIRST_ROWS = 40_000;
const ROW_BYTES = 40;
const YEAR_MS = 365 * DAY_MS;

/** What the git part of an import needs to know of a repo. */
export interface ImportedRepo {
  repoId: number;
  repoPath: string;
  gitProviderEm: string;
}

export interface DeliveryRequest {
  job: Import;
  repo: ImportedRepo;
  history: History;
  plan: ReadingPlan;
  gitDir: string;
  lease: Lease;
  /** Commits that no branch reaches any more, sent with the last batch. */
  removed: { shas: string[]; olderRuns: boolean };
}

/**
 * Publishes facts newest first, and writes progress only as ClickHouse has them: `cursor_part` is where another worker
 * goes on. Batches are cut by the spool alone, so a repeat makes the very same ones.
 */
export async function deliverFacts(context: Context, request: DeliveryRequest): Promise<void> {
  const { job, repo, history, plan, gitDir, lease } = request;
  const publisher = createFactPublisher(context.broker, lease.signal);
  const scope = issueScope(repo, await devopsRepoPaths(context.postgres, job.entity_id));
  const authors = createAuthors(context, job.entity_id, repo, await readMailmap(gitDir, plan.defaultTip));
  const total = Math.max(history.commitsRead, job.commits_in_run, 1);
  const tally = { done: plan.fromPart === 0 ? 0 : job.commits_done_in_run, complete: job.commits_complete_count };
  let writing = Promise.resolve();
  try {
    let from = plan.fromPart;
    const rows = Math.min(MAX_ROWS, Math.floor(publisher.maxPayload / ROW_BYTES));
    for await (const batch of history.batches({ from, rows, firstRows: Math.min(FIRST_ROWS, rows) })) {
      const commits = commitsOf(batch);
      await authors.load([...commits.values()]);
      const ofBatch = rowContext(request, scope, commits, authors);
      const encode = (piece: { batchId: string; facts: FactBatch }) =>
        encodeFactBatch(headerOf(piece.facts, piece.batchId, job, repo), blocksOf(piece.facts, ofBatch));
      const storing: Promise<void>[] = [];
      for (const { batchId, message } of fitMessages(
        `${repo.repoId}:${job.run}:${from}:${batch.cursor}`,
        batch,
        publisher.maxPayload,
        encode,
      )) {
        storing.push((await publisher.send({ batchId, entityId: job.entity_id, message })).stored);
      }
      // Progress is written in the order of the batches, whatever order they are stored in; the batch itself can be freed.
      const step = stepOf(batch);
      writing = Promise.all([writing, ...storing]).then(() => writeProgress(context, request, step, tally, total));
      writing.catch(() => {});
      from = batch.cursor;
    }
    // While others store what was sent, there is time for it here.
    const snapshot = history.takeSnapshot();
    snapshot.catch(() => {}); // said behind what others store
    await writing;
    await publishRemoved(request, publisher);
    await snapshot;
  } finally {
    publisher.close();
  }
}

/** The commits that a batch refers to: those it completes, and one whose first part was in an earlier batch. */
function commitsOf(batch: FactBatch): Map<string, CommitFact> {
  const named = [...batch.commits, ...batch.lines.map((lines) => lines.commit)];
  return new Map(named.map((commit) => [commit.sha, commit]));
}

const headerOf = (batch: FactBatch, batchId: string, job: Import, repo: ImportedRepo) => ({
  batchId,
  entityId: job.entity_id,
  repoId: repo.repoId,
  shas: batch.commits.map((commit) => commit.sha),
  merges: batch.commits
    .filter((commit) => commit.isMerge && commit.onDefaultBranch)
    .map((commit) => ({
      sha: commit.sha,
      subject: (commit.message.split('\n')[0] ?? '').slice(0, 300),
      committedAt: new Date(commit.committedAt * 1000).toISOString(),
    })),
});

function rowContext(
  { job, repo }: DeliveryRequest,
  scope: IssueScope,
  commits: Map<string, CommitFact>,
  authors: { committerOf(sha: string): number },
) {
  return {
    entityId: job.entity_id,
    repoId: repo.repoId,
    scope,
    version: factVersion(job.run),
    storedAt: Math.floor(job.run_queued_at.getTime() / 1000),
    committerOf: authors.committerOf,
    commitOf: (sha: string) => {
      const commit = commits.get(sha);
      if (!commit) throw new Error(`a batch refers to commit ${sha} and does not contain it`);
      return commit;
    },
  };
}

/** How far a batch brings the import. */
interface Step {
  commits: number;
  cursor: number;
  /** When the oldest of its commits on the default branch was committed; infinite where there is none. */
  oldest: number;
  days: string[];
}

const stepOf = ({ commits, cursor }: FactBatch): Step => ({
  commits: commits.length,
  cursor,
  oldest: commits
    .filter((commit) => commit.onDefaultBranch)
    .reduce((least, commit) => Math.min(least, commit.committedAt), Number.POSITIVE_INFINITY),
  days: [...new Set(commits.map((commit) => new Date(commit.authoredAt * 1000).toISOString().slice(0, 10)))],
});

async function writeProgress(
  context: Context,
  { job, lease, plan }: DeliveryRequest,
  { commits, cursor, oldest, days }: Step,
  tally: { done: number; complete: number },
  total: number,
): Promise<void> {
  const now = context.now();
  tally.done += commits;
  tally.complete += commits;
  // More than 95 % would be `processing_completed`, which it is only once the pull requests are read too.
  const percent = Math.min(Math.floor((tally.done / total) * 100), 95);
  const yearAgo = new Date(now.getTime() - YEAR_MS);
  await addDaysWithCommit(context.postgres, job.id, days, yearAgo);
  await lease.write({
    ...ADVANCED,
    import_status: statusAt(percent),
    percent_complete: percent,
    cursor_run: job.run,
    cursor_tips: plan.tips,
    cursor_part: cursor,
    commits_in_run: total,
    commits_done_in_run: tally.done,
    commits_complete_count: tally.complete,
    commit_processed_count: tally.complete,
    last_processed_at: now,
    ...(Number.isFinite(oldest) &&
    (job.default_branch_processed_back_through === null ||
      oldest * 1000 < job.default_branch_processed_back_through.getTime())
      ? { default_branch_processed_back_through: new Date(oldest * 1000) }
      : {}),
  });
}

async function publishRemoved(
  { job, repo, removed, plan }: DeliveryRequest,
  publisher: ReturnType<typeof createFactPublisher>,
): Promise<void> {
  const batchId = `${repo.repoId}:${job.run}:end`;
  const message = encodeFactBatch(
    {
      batchId,
      entityId: job.entity_id,
      repoId: repo.repoId,
      removed: { shas: removed.shas, olderRuns: removed.olderRuns, version: factVersion(job.run) },
      branchTips: branchTipsOf(plan, job.run_queued_at),
    },
    [],
  );
  const { stored } = await publisher.send({ batchId, entityId: job.entity_id, message });
  await stored;
}

const branchTipsOf = (plan: ReadingPlan, at: Date) =>
  Object.entries(plan.tips)
    .filter(([ref]) => ref.startsWith('refs/heads/'))
    .slice(0, 500)
    .map(([ref, sha]) => ({ branch: ref.slice('refs/heads/'.length), sha, committedAt: at.toISOString() }));
