import type { Context } from '../context.ts';
import { carriedCommits } from '../domain/carried-commits.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { insertReleasedCommits, releasedCommitsOfRepo, releasesOfRepo } from '../store/released-commits.ts';
import type { RepoSnapshots } from '../store/repo-snapshots.ts';
import { clearStaleRepo, postponeStaleRepo, type StaleRepo, takeStaleRepo } from '../store/stale-releases.ts';

export interface RefreshContext extends Pick<Context, 'clickHouse' | 'postgres'> {
  repoSnapshots: RepoSnapshots;
}

/** Refreshes one marked repo; false where none is marked. The mark is removed at the end, so a crash repeats the work. */
export async function refreshStaleRepo(context: RefreshContext, which: { urgent: boolean }): Promise<boolean> {
  let taken: StaleRepo | null = null;
  try {
    return await context.postgres.transaction(async (tx) => {
      taken = await takeStaleRepo(tx, which);
      if (!taken) return false;
      await refreshReleasedCommits(context, taken);
      await clearStaleRepo(tx, taken);
      return true;
    });
  } catch (error) {
    if (taken) await postponeStaleRepo(context.postgres, taken);
    throw error;
  }
}

/** Computes which release first carried each commit of the repo, and stores what changed. */
async function refreshReleasedCommits(context: RefreshContext, { entityId, repoId }: StaleRepo): Promise<void> {
  const { clickHouse, postgres, repoSnapshots } = context;
  const [releases, stored] = await Promise.all([
    releasesOfRepo(clickHouse, entityId, repoId),
    releasedCommitsOfRepo(clickHouse, entityId, repoId),
  ]);
  if (releases.length === 0 && stored.length === 0) return;
  const carried = carriedCommits(await repoSnapshots.commits(entityId, repoId), releases);
  const before = new Map(stored.map((row) => [row.sha, row]));
  const version = stored.reduce((highest, row) => Math.max(highest, row.version), 0) + 1;
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
  const withdrawn = stored
    .filter((row) => row.released !== null && !carried.has(row.sha))
    .map(({ sha }) => ({ ...ofRepo, sha, release_id: 0, released_at: null }));
  await insertReleasedCommits(clickHouse, [...changed, ...withdrawn]);
  if (changed.length + withdrawn.length > 0) await bumpStamp(postgres, entityId, 'rows');
}
