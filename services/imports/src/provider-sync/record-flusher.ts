import type { Context } from '../context.ts';
import { savePullRequestCounts } from '../store/imports.ts';
import { countRecords } from '../store/provider-records.ts';
import { type RepoScope, storeRecords } from './store-records.ts';

export interface RecordFlusher {
  /** Stores the repo's changed records soon; calls while that runs are one more run. */
  flush(repo: RepoScope): void;
  /** Stops what runs and waits for it. */
  stop(): Promise<void>;
}

/** Writes changed records of repos to ClickHouse, each repo by one run at a time. */
export function createRecordFlusher(context: Context): RecordFlusher {
  const stopping = new AbortController();
  const running = new Map<string, { again: boolean; done: Promise<void> }>();

  async function storeChanged(repo: RepoScope, run: { again: boolean }): Promise<void> {
    do {
      run.again = false;
      await storeRecords(context, repo, { signal: stopping.signal });
      await savePullRequestCounts(context.postgres, repo, await countRecords(context.postgres, repo, 'pull_request'));
    } while (run.again && !stopping.signal.aborted);
  }

  return {
    flush(repo) {
      const key = `${repo.entityId}:${repo.repoId}`;
      const current = running.get(key);
      if (current) {
        current.again = true;
        return;
      }
      const run = { again: false, done: Promise.resolve() };
      running.set(key, run);
      run.done = storeChanged(repo, run)
        .catch((err: unknown) => {
          if (stopping.signal.aborted) return;
          const { entityId, repoId, repoPath } = repo;
          context.log.warn({ err, entityId, repoId, repoPath }, 'storing records failed, the next sweep retries');
        })
        .finally(() => running.delete(key));
    },
    async stop() {
      stopping.abort(new Error('the service is stopping'));
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
