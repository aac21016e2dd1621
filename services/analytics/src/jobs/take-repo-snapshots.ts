import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';

const POLL_MS = 500;
/** An import stores a batch every few seconds: a snapshot is worth taking at its end, or once none has come for this long. */
const QUIET_MS = 5_000;
/** Repos that wait for their snapshot; past these, the first request takes it. */
const MAX_WAITING = 100;

export interface StoredRepo {
  entityId: number;
  repoId: number;
  /** Whether an import has ended with it. */
  hasEnded: boolean;
}

/** Takes the snapshot of a repo after its facts were stored, so that the first request about one of its lines finds it. */
export function startTakingSnapshots(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  take: (repo: StoredRepo) => Promise<unknown>,
  now: () => Date,
): { noteStored(repo: StoredRepo): void } {
  const waiting = new Map<string, StoredRepo & { storedAt: number }>();
  const { wake } = runPeriodically(runtime, {
    name: 'snapshots of repos',
    everyMs: POLL_MS,
    async run(signal) {
      for (const [key, { storedAt, ...repo }] of waiting) {
        if (signal.aborted) return;
        if (!repo.hasEnded && now().getTime() - storedAt < QUIET_MS) continue;
        waiting.delete(key);
        await take(repo);
      }
    },
  });
  return {
    noteStored(repo) {
      const key = `${repo.entityId}:${repo.repoId}`;
      const known = waiting.get(key);
      if (!known && waiting.size >= MAX_WAITING) return;
      waiting.set(key, { ...repo, hasEnded: repo.hasEnded || known?.hasEnded === true, storedAt: now().getTime() });
      if (repo.hasEnded) wake();
    },
  };
}
