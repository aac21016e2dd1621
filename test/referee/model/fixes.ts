import type { Commit, World } from '../world.ts';
import { commitNames, pullsOfCommit } from './keys.ts';
import { releasesOf } from './releases.ts';

const DAY_MS = 86_400_000;

export interface KnownDefect {
  key: string;
  detectedAt: number;
  /** Of its fixes, else of its scope. */
  repoIds: number[];
  organizationId: number;
  fixCommits: Commit[];
  firstActivityAt: number | null;
  firstMergedAt: number | null;
  firstReleasedAt: number | null;
  resolvedAt: number | null;
}

const known = new WeakMap<World, KnownDefect[]>();

/** Defects as they were recorded, and the bugs that a release says it resolves, with what is known of their fixes. */
export function defectsOf(world: World): KnownDefect[] {
  const found = known.get(world);
  if (found) return found;
  const recorded = world.defects.map(({ key, resourcePath, detectedAt, fixes }) => {
    const [, organization = '', repo = ''] = resourcePath.split('/');
    const scope = world.repos.find(({ path }) => path === `${organization}/${repo}`);
    const organizationId = world.repos.find(({ path }) => path.startsWith(`${organization}/`))?.organizationId ?? 0;
    return { key, detectedAt, fixes, repoId: scope?.id ?? 0, organizationId: organization === '' ? 0 : organizationId };
  });
  const named = releasesOf(world).flatMap(({ repoId, issueKeys }) => issueKeys.map((key) => ({ key, repoId })));
  const resolved = world.issues.flatMap(({ key, type, createdAt }) => {
    const release = named.find((one) => one.key === key);
    if (!release || !['Bug', 'Hotfix'].includes(type) || recorded.some((defect) => defect.key === key)) return [];
    const organizationId = world.repos.find(({ id }) => id === release.repoId)?.organizationId ?? 0;
    return [{ key, detectedAt: createdAt, fixes: [], repoId: release.repoId, organizationId }];
  });
  const defects = [...recorded, ...resolved].map((defect) => withFixes(world, defect));
  known.set(world, defects);
  return defects;
}

interface Recorded {
  key: string;
  detectedAt: number;
  fixes: World['defects'][number]['fixes'];
  repoId: number;
  organizationId: number;
}

function withFixes(world: World, defect: Recorded): KnownDefect {
  const { key, detectedAt, organizationId } = defect;
  const isBug = world.issues.some((issue) => issue.key === key && ['Bug', 'Hotfix'].includes(issue.type));
  const carriers = releasesOf(world).filter(
    ({ defectKeys, issueKeys }) => defectKeys.includes(key) || (isBug && issueKeys.includes(key)),
  );
  const commitOf = (repoId: number, sha: string | null) =>
    world.commits.find((commit) => commit.repoId === repoId && commit.sha === sha);
  const pointed = defect.fixes.flatMap(({ repoId, sha }) => commitOf(repoId, sha) ?? []);
  const naming = world.commits.filter(
    (commit) =>
      !commit.removed &&
      !commit.merge &&
      commit.authoredAt >= detectedAt - 30 * DAY_MS &&
      commitNames(world, commit, key),
  );
  const fixCommits = [...new Set([...pointed, ...naming])];
  const releasedAt = [
    ...defect.fixes.flatMap(({ repoId, sha, releasedAt: at }) =>
      sha === null ? (at ?? []) : (commitOf(repoId, sha)?.authoredAt ?? []),
    ),
    ...carriers.map((release) => release.releasedAt),
  ];
  const merged = fixCommits.flatMap((commit) => mergedAt(world, commit) ?? []);
  const byRelease = carriers
    .filter(({ carried }) => !fixCommits.some((commit) => carried.includes(commit)))
    .flatMap(({ repoId, sha }) => commitOf(repoId, sha)?.committedAt ?? []);
  const fixed = [...defect.fixes.map(({ repoId }) => repoId), ...carriers.map(({ repoId }) => repoId)];
  const repoIds = [...new Set(fixed.length > 0 ? fixed : defect.repoId ? [defect.repoId] : [])];
  return {
    key,
    detectedAt,
    repoIds,
    organizationId: repoIds.length > 0 ? 0 : organizationId,
    fixCommits,
    firstActivityAt: earliest(fixCommits.map(({ authoredAt }) => authoredAt)),
    firstMergedAt: earliest([...merged, ...byRelease]),
    firstReleasedAt: earliest(releasedAt),
    resolvedAt: releasedAt.length === 0 ? null : Math.max(...releasedAt),
  };
}

const earliest = (times: number[]): number | null => (times.length === 0 ? null : Math.min(...times));

/** When a commit was merged: with the first of its pull requests, else when it was committed on the default branch. */
function mergedAt(world: World, commit: Commit): number | null {
  const merges = pullsOfCommit(world, commit).flatMap((pull) => pull.mergedAt ?? []);
  return earliest(merges) ?? (commit.onDefaultBranch ? commit.committedAt : null);
}

const allFixes = new WeakMap<World, Set<string>>();

/** The commits that fix some defect, by repo and sha. */
export function fixCommits(world: World): Set<string> {
  const found = allFixes.get(world);
  if (found) return found;
  const fixes = new Set(
    defectsOf(world).flatMap((defect) => defect.fixCommits.map(({ repoId, sha }) => `${repoId} ${sha}`)),
  );
  allFixes.set(world, fixes);
  return fixes;
}
