import type { CommitGraph } from '../domain/commit-graph.ts';
import { knownCommits, newestCommitBefore } from '../store/commits.ts';
import { releasesOfRepo } from '../store/released-commits.ts';
import type { RepoSnapshots } from '../store/repo-snapshots.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

type Range = Parameters<AnalyticsHandlers['countReleases']>[0]['ranges'][number];

/** Commits and issues of each range of commits; a repo is only loaded where one of the shas is known. */
export const countReleases =
  ({
    clickHouse,
    repoSnapshots,
  }: Pick<RpcContext, 'clickHouse' | 'repoSnapshots'>): AnalyticsHandlers['countReleases'] =>
  async ({ entityId, ranges }) => {
    const shas = [...new Set(ranges.map((range) => range.sha).filter((sha) => sha !== ''))];
    const known = shas.length === 0 ? [] : await knownCommits(clickHouse, entityId, shas);
    const graphs = new Map<number, CommitGraph>();
    for (const [repoId, own] of Map.groupBy(known, (commit) => commit.repo_id)) {
      if (!ranges.some((range) => range.repoId === repoId)) continue;
      const heads = own.map((commit) => commit.sha);
      graphs.set(repoId, await graphWith(repoSnapshots, entityId, repoId, heads));
    }
    /** The commit of the nearest release before that is known, else the newest commit at the time of the one before. */
    async function baseOf({ repoId, previousSha, previousAt }: Range, graph: CommitGraph): Promise<string | null> {
      if (previousSha === '') return null;
      if (graph.has(previousSha) || previousAt === '') return previousSha;
      const until = Date.parse(previousAt);
      const before = (await releasesOfRepo(clickHouse, entityId, repoId))
        .filter((release) => release.releasedAtMs < until && graph.has(release.sha))
        .toSorted((one, other) => other.releasedAtMs - one.releasedAtMs || other.releaseId - one.releaseId);
      if (before[0]) return before[0].sha;
      return (await newestCommitBefore(clickHouse, entityId, repoId, new Date(until)))[0]?.sha ?? null;
    }
    const counts = await Promise.all(
      ranges.map(async (range) => {
        const graph = graphs.get(range.repoId);
        if (!graph?.has(range.sha)) return { commits: 0, issues: 0 };
        const commits = graph.between(range.sha, await baseOf(range, graph));
        return { commits: commits.length, issues: new Set(commits.flatMap((commit) => commit.issueKeys)).size };
      }),
    );
    return { commitCounts: counts.map((count) => count.commits), issueCounts: counts.map((count) => count.issues) };
  };

/** The recent snapshot where it holds all of these commits, else the current one. */
async function graphWith(
  snapshots: RepoSnapshots,
  entityId: number,
  repoId: number,
  shas: string[],
): Promise<CommitGraph> {
  const { graph } = await snapshots.recent(entityId, repoId);
  if (!shas.every((sha) => graph.has(sha))) return (await snapshots.current(entityId, repoId)).graph;
  snapshots.refresh(entityId, repoId);
  return graph;
}
