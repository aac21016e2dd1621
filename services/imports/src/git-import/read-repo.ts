import { join } from 'node:path';
import { GitError } from '@linescope/git-engine/git/git-error';
import { type History, readHistory } from '@linescope/git-engine/read-history';
import { sourceReading } from '@linescope/git-engine/source-reading';
import type { Context } from '../context.ts';
import { ImportFailure } from '../domain/import-status.ts';
import type { Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { readSnapshots } from '../store/snapshots.ts';
import type { Mirror } from './mirror.ts';

/** What no retry can fix. */
const UNREADABLE = ['sha256_repository', 'partial_clone', 'not_a_repository'] as const;

export interface ReadingPlan {
  defaultTip: string;
  /** Ref → commit: what this run reads. Fixed when the run begins, so that whoever takes over reads the same. */
  tips: Record<string, string>;
  windowStart: Date;
  /** Where delivery goes on. */
  fromPart: number;
}

/** Goes on with the run that was interrupted where its commits are still there; else begins it at the newest tips. */
export function planReading(job: Import, mirror: Mirror, window: Date): ReadingPlan {
  const branch = `refs/heads/${mirror.defaultBranch ?? ''}`;
  const widened = job.stored_window_start !== null && window < job.stored_window_start;
  const windowStart = job.stored_window_start !== null && !widened ? job.stored_window_start : window;
  const interrupted = job.cursor_run === job.run && job.cursor_tips !== null && job.cursor_tips[branch] !== undefined;
  const tips = interrupted && job.cursor_tips ? job.cursor_tips : mirror.tips;
  return { defaultTip: tips[branch] ?? '', tips, windowStart, fromPart: interrupted ? job.cursor_part : 0 };
}

/** Reads what is new since the last completed run, or the whole window where there is none to go on from. */
export async function readRepo(
  context: Context,
  job: Import,
  mirror: Mirror,
  plan: ReadingPlan,
  lease: Lease,
): Promise<History> {
  const isWider = job.stored_window_start !== null && plan.windowStart < job.stored_window_start;
  const snapshots = isWider ? {} : await readSnapshots(context.postgres, job.id);
  const spoolFolder = join(context.config.DATA_DIR, 'spool');
  try {
    return await readHistory({
      gitDir: mirror.gitDir,
      defaultTip: plan.defaultTip,
      tips: [...new Set(Object.values(plan.tips))],
      windowStart: Math.floor(plan.windowStart.getTime() / 1000),
      ...snapshots,
      source: sourceReading,
      spoolFolder,
      signal: lease.signal,
    });
  } catch (error) {
    const unreadable = error instanceof GitError && UNREADABLE.find((code) => code === error.code);
    if (unreadable) throw new ImportFailure('unable_to_import_no_repo', unreadable, error.message, error);
    throw error;
  }
}
