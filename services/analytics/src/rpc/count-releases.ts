import type { CommitGraph } from '../domain/commit-graph.ts';
import { knownCommits } from '../store/commits.ts';
import type { RepoSnapshots } from '../store/repo-snapshots.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

/** Commits and issues of each range of commits; a repo is only loaded where one of the shas is known. */
export const countReleases =
  ({ clickHouse, repoSnapshots }: RpcContext): AnalyticsHandlers['countReleases'] =>
  async ({ entityId, ranges }) => {
    const shas = [...new Set(ranges.map((range) => range.sha).filter((sha) => sha !== ''))];
    const known = shas.length === 0 ? [] : await knownCommits(clickHouse, entityId, shas);
    const graphs = new Map<number, CommitGraph>();
    for (const [repoId, own] of Map.groupBy(known, (commit) => commit.repo_id)) {
      if (!ranges.some((range) => range.repoId === repoId)) continue;
      const heads = own.map((commit) => commit.sha);
      graphs.set(repoId, await graphWith(repoSnapshots, entityId, repoId, heads));
    }
    const counts = ranges.map(({ repoId, sha, previousSha }) => {
      const graph = graphs.get(repoId);
      const commits = graph?.has(sha) ? graph.between(sha, previousSha || null) : [];
      return { commits: commits.length, issues: new Set(commits.flatMap((commit) => commit.issueKeys)).size };
    });
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
