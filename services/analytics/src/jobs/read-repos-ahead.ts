import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';

const POLL_MS = 500;
/** Repos that wait to be read; past these, the first request begins it. */
const MAX_WAITING = 100;

export interface ImportedRepo {
  entityId: number;
  repoId: number;
}

/**
 * Reads a repo ahead after its import has ended, one repo at a time, so that the first request about one of its lines finds them in
 * memory; those that are not wanted are left to their first request.
 */
export function startReadingAhead(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  isWanted: (repo: ImportedRepo) => boolean,
  read: (repo: ImportedRepo, signal: AbortSignal) => Promise<void>,
): { noteImported(repo: ImportedRepo): void } {
  const waiting = new Map<string, ImportedRepo>();
  runPeriodically(runtime, {
    name: 'reading repos ahead',
    everyMs: POLL_MS,
    async run(signal) {
      for (const [key, repo] of waiting) {
        if (signal.aborted) return;
        waiting.delete(key);
        if (isWanted(repo)) await read(repo, signal);
      }
    },
  });
  return {
    noteImported(repo) {
      if (waiting.size < MAX_WAITING) waiting.set(`${repo.entityId}:${repo.repoId}`, repo);
    },
  };
}
