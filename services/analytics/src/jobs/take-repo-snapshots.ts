import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';

const POLL_MS = 500;
/** An import stores batch after batch: a snapshot is worth taking once none has come for this long. */
const QUIET_MS = 1_000;
/** Repos that wait for their snapshot; past these, the first request takes it. */
const MAX_WAITING = 100;

interface StoredRepo {
  entityId: number;
  repoId: number;
}

/** Takes the snapshot of a repo after its facts were stored, so that the first request about one of its lines finds it. */
export function startTakingSnapshots(
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  take: (entityId: number, repoId: number) => Promise<unknown>,
  now: () => Date,
): { noteStored(entityId: number, repoId: number): void } {
  const waiting = new Map<string, StoredRepo & { storedAt: number }>();
  runPeriodically(runtime, {
    name: 'snapshots of repos',
    everyMs: POLL_MS,
    async run(signal) {
      for (const [key, { entityId, repoId, storedAt }] of waiting) {
        if (signal.aborted) return;
        if (now().getTime() - storedAt < QUIET_MS) continue;
        waiting.delete(key);
        await take(entityId, repoId);
      }
    },
  });
  return {
    noteStored(entityId, repoId) {
      const key = `${entityId}:${repoId}`;
      if (waiting.has(key) || waiting.size < MAX_WAITING)
        waiting.set(key, { entityId, repoId, storedAt: now().getTime() });
    },
  };
}
