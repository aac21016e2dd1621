import type { Commit, Release, World } from '../world.ts';

export interface KnownRelease {
  id: number;
  repoId: number;
  sha: string;
  releasedAt: number;
  defectKeys: string[];
  issueKeys: string[];
  /** Commits that no earlier release carried. */
  carried: Commit[];
}

const known = new WeakMap<World, KnownRelease[]>();

/** Releases with the commit each is of and the commits that it was the first to carry, in the order of their times. */
export function releasesOf(world: World): KnownRelease[] {
  const found = known.get(world);
  if (found) return found;
  const releases = world.releases
    .map((release, index) => ({ ...release, id: index + 1, ...dated(world, release) }))
    .toSorted((one, other) => one.releasedAt - other.releasedAt);
  const carried = new Set<Commit>();
  const result = releases.map((release) => {
    const own = reachable(world, release.repoId, release.sha).filter((commit) => !carried.has(commit));
    for (const commit of own) carried.add(commit);
    return { ...release, carried: own };
  });
  known.set(world, result);
  return result;
}

/** By its sha, else the newest commit of the default branch at or before its time; its time, else the commit's. */
function dated(world: World, { repoId, sha, releasedAt }: Release): { sha: string; releasedAt: number } {
  const own = world.commits.filter((commit) => commit.repoId === repoId);
  if (sha === null) {
    const before = own.filter(
      (commit) => commit.onDefaultBranch && !commit.removed && commit.committedAt <= (releasedAt ?? 0),
    );
    const newest = before.toSorted((one, other) => other.committedAt - one.committedAt)[0];
    return { sha: newest?.sha ?? '', releasedAt: releasedAt ?? 0 };
  }
  const commit = own.find((one) => one.sha === sha);
  return { sha, releasedAt: releasedAt ?? commit?.authoredAt ?? 0 };
}

function reachable(world: World, repoId: number, sha: string): Commit[] {
  const bySha = new Map(
    world.commits.filter((commit) => commit.repoId === repoId).map((commit) => [commit.sha, commit]),
  );
  const found = new Set<Commit>();
  const open = [sha];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const commit = bySha.get(next);
    if (!commit || found.has(commit)) continue;
    found.add(commit);
    open.push(...commit.parents);
  }
  return [...found];
}

/** When a commit was first released in its repo; null where it was not. */
export const releasedAtOf = (world: World, repoId: number, sha: string): number | null =>
  releasesOf(world).find(({ carried }) => carried.some((commit) => commit.repoId === repoId && commit.sha === sha))
    ?.releasedAt ?? null;
