import type { Context } from '../context.ts';
import { type Import, lockDoubts } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { forgetReading, writeSnapshots } from '../store/snapshots.ts';
import { deliverFacts, type ImportedRepo } from './deliver-facts.ts';
import { deliverLineRecords } from './deliver-line-records.ts';
import { deliverWindowFiles } from './deliver-window-files.ts';
import type { Mirror } from './mirror.ts';
import { planReading, readRepo } from './read-repo.ts';
import { vanishedCommits } from './vanished-commits.ts';

/**
 * Reads the mirror's history, or what is new in it, and delivers its facts to ClickHouse. `onDelivered` is called when they are
 * there, and only where the next run goes on is still to be kept.
 */
export async function importHistory(
  context: Context,
  job: Import,
  repo: ImportedRepo & { window: Date },
  mirror: Mirror,
  lease: Lease,
  onDelivered: () => void,
): Promise<void> {
  await lease.write({ import_status: 'queued_branch_for_commit_processing' });
  const plan = planReading(job, mirror, repo.window);
  await lease.write({
    import_status: 'repo_processing_underway',
    cursor_run: job.run,
    cursor_tips: plan.tips,
    cursor_part: plan.fromPart,
  });

  const started = performance.now();
  const history = await readRepo(context, job, mirror, plan, lease);
  const readSeconds = secondsSince(started);
  try {
    const removed = {
      shas: job.stored_tips ? await vanishedCommits(mirror.gitDir, job.stored_tips, plan.tips) : [],
      olderRuns: history.mode === 'window' && job.stored_tips !== null,
    };
    const counted =
      history.mode === 'window'
        ? { ...job, commits_complete_count: plan.fromPart === 0 ? 0 : job.commits_complete_count }
        : job;
    await deliverFacts(context, { job: counted, repo, history, plan, gitDir: mirror.gitDir, lease, removed });
    await deliverWindowFiles(context, { job, repo, history, gitDir: mirror.gitDir, lease });
    await deliverLineRecords(context, { job, repo, mirror, lease });
    const { mode, commitsRead } = history;
    context.log.info(
      {
        importId: job.id,
        repoPath: job.repo_path,
        mode,
        commitsRead,
        readSeconds,
        totalSeconds: secondsSince(started),
      },
      'git history delivered',
    );
    onDelivered();
    // What a resumed run had delivered before it was taken over may be what is doubted.
    const doubts = plan.fromPart === 0 ? job.doubts : job.doubts_settled;
    await context.postgres.transaction(async (tx) => {
      if ((await lockDoubts(tx, job)) === doubts) await writeSnapshots(tx, job, history);
      else await forgetReading(tx, job);
    });
    await lease.write({
      import_status: 'processing_in_progress',
      git_run: job.run,
      stored_tips: plan.tips,
      stored_window_start: plan.windowStart,
      // All of it was just stored and confirmed.
      ...(history.mode === 'window' && { facts_compared_at: context.now(), doubts_settled: doubts }),
    });
  } finally {
    await history.close();
  }
}

const secondsSince = (start: number): number => Math.round(performance.now() - start) / 1000;
