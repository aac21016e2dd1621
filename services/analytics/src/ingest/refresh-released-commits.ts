import { z } from 'zod';
import type { Context } from '../context.ts';
import { carriedCommits } from '../domain/carried-commits.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { insertReleasedCommits, releasedCommitsOfRepo, releasesOfRepo } from '../store/released-commits.ts';

const IDLE_MS = 500;
/** What imports make stale takes at most this share of the time, so that a long one is not slowed by it. */
const REST_PER_WORK = 4;
const LONGEST_REST_MS = 30_000;

const staleRow = z.object({ entity_id: z.number(), repo_id: z.number() });

interface ReleaseRefresh {
  /** To be called when a release was marked, so that it is not waited for. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Works out which release first carried each commit, for repos whose commits or releases changed. The mark is a row in
 * Postgres, set before the change is acknowledged and removed in the transaction that did the work: a crash repeats it.
 */
export function startReleaseRefresh(context: Context): ReleaseRefresh {
  let stopped = false;
  let wake = () => {};
  const refresh = (which: { urgent: boolean }): Promise<boolean> =>
    refreshOne(context, which).catch((err: unknown) => {
      if (!stopped) context.log.warn({ err }, 'could not work out which commits a release carried');
      return false;
    });
  async function run(): Promise<void> {
    for (let restsUntil = 0; !stopped; ) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      if (await refresh({ urgent: true })) continue;
      const started = Date.now();
      if (started >= restsUntil && (await refresh({ urgent: false }))) {
        restsUntil = Date.now() + Math.min((Date.now() - started) * REST_PER_WORK, LONGEST_REST_MS);
      }
      const timer = setTimeout(() => wake(), IDLE_MS);
      if (!stopped) await woken;
      clearTimeout(timer);
    }
  }
  const running = run();
  return {
    wake: () => wake(),
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}

/** One repo, under a lock that other replicas pass by; says whether there was any. */
export const refreshOne = (context: Context, { urgent }: { urgent: boolean }): Promise<boolean> =>
  context.postgres.transaction(async (tx) => {
    const stale = await tx.maybe(
      staleRow,
      `DELETE FROM stale_releases WHERE (entity_id, repo_id) = (
         SELECT entity_id, repo_id FROM stale_releases WHERE urgent OR NOT $1
         ORDER BY entity_id, repo_id FOR UPDATE SKIP LOCKED LIMIT 1
       ) RETURNING entity_id, repo_id`,
      [urgent],
    );
    if (!stale) return false;
    await refreshReleasedCommits(context, stale.entity_id, stale.repo_id);
    return true;
  });

async function refreshReleasedCommits(context: Context, entityId: number, repoId: number): Promise<void> {
  const { clickHouse } = context;
  const releases = await releasesOfRepo(clickHouse, entityId, repoId);
  const known = await releasedCommitsOfRepo(clickHouse, entityId, repoId);
  if (releases.length === 0 && known.length === 0) return;
  const { graph } = await context.repoPictures.current(entityId, repoId);
  const carried = carriedCommits(graph, releases);
  const before = new Map(known.map((row) => [row.sha, row]));
  const version = known.reduce((highest, row) => Math.max(highest, row.version), 0) + 1;
  const ofRepo = { entity_id: entityId, repo_id: repoId, version };
  const changed = [...carried]
    .filter(([sha, release]) => {
      const row = before.get(sha);
      return row?.release_id !== release.releaseId || row.released !== release.releasedAtMs;
    })
    .map(([sha, release]) => ({
      ...ofRepo,
      sha,
      release_id: release.releaseId,
      released_at: new Date(release.releasedAtMs),
    }));
  const withdrawn = known
    .filter((row) => row.released !== null && !carried.has(row.sha))
    .map(({ sha }) => ({ ...ofRepo, sha, release_id: 0, released_at: null }));
  await insertReleasedCommits(clickHouse, [...changed, ...withdrawn]);
  if (changed.length + withdrawn.length > 0) await bumpStamp(context.postgres, entityId, 'facts');
}
