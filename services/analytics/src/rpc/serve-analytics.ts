import { isoTimestamp } from '@linescope/contract/date-time';
import type { Handlers } from '@linescope/proto/calls';
import type { AnalyticsDefinition } from '@linescope/proto/services';
import type { Context } from '../context.ts';
import type { CommitGraph } from '../domain/commit-graph.ts';
import {
  commitsBySha,
  firstCommitsNaming,
  knownCommits,
  newestCommitBefore,
  type StoredCommit,
} from '../store/commits.ts';
import { issuesByKey } from '../store/issues.ts';
import type { RepoPictures } from '../store/repo-pictures.ts';

const MAX_KEYS = 1000;

const describe = (commit: StoredCommit) => ({
  repoId: commit.repo_id,
  sha: commit.sha,
  authoredAt: isoTimestamp(new Date(commit.authored_at * 1000)),
  committedAt: isoTimestamp(new Date(commit.committed_at * 1000)),
  onDefaultBranch: commit.on_default_branch,
  committerId: commit.committer_id,
  message: commit.message,
});

/** What analytics tells other units of commits and issues. */
export function analyticsHandlers(context: Context): Handlers<AnalyticsDefinition> {
  const { clickHouse } = context;
  return {
    async findCommit({ entityId, sha }) {
      return { commits: (await commitsBySha(clickHouse, entityId, sha)).map(describe) };
    },
    async newestCommitBefore({ entityId, repoId, at }) {
      return { commits: (await newestCommitBefore(clickHouse, entityId, repoId, new Date(at))).map(describe) };
    },
    async countReleases({ entityId, ranges }) {
      // A repo none of whose commits is known is not read for nothing.
      const shas = [...new Set(ranges.map((range) => range.sha).filter((sha) => sha !== ''))];
      const known = shas.length === 0 ? [] : await knownCommits(clickHouse, entityId, shas);
      const graphs = new Map<number, CommitGraph>();
      for (const [repoId, own] of Map.groupBy(known, (commit) => commit.repo_id)) {
        if (!ranges.some((range) => range.repoId === repoId)) continue;
        const heads = own.map((commit) => commit.sha);
        graphs.set(repoId, await graphWith(context.repoPictures, entityId, repoId, heads));
      }
      const counts = ranges.map(({ repoId, sha, previousSha }) => {
        const graph = graphs.get(repoId);
        const commits = graph?.has(sha) ? graph.between(sha, previousSha || null) : [];
        return { commits: commits.length, issues: new Set(commits.flatMap((commit) => commit.issueKeys)).size };
      });
      return { commitCounts: counts.map((count) => count.commits), issueCounts: counts.map((count) => count.issues) };
    },
    async firstCommitsNaming({ entityId, keys }) {
      const named = keys.length === 0 ? [] : await firstCommitsNaming(clickHouse, entityId, keys.slice(0, MAX_KEYS));
      return { commits: named.map((row) => ({ key: row.key, commit: describe(row) })) };
    },
    async findIssues({ entityId, keys }) {
      return { issues: keys.length === 0 ? [] : await issuesByKey(clickHouse, entityId, keys.slice(0, MAX_KEYS)) };
    },
  };
}

/** The repo's commits as they were a moment ago, unless one of these has come since. */
async function graphWith(
  pictures: RepoPictures,
  entityId: number,
  repoId: number,
  shas: string[],
): Promise<CommitGraph> {
  const { graph } = await pictures.recent(entityId, repoId);
  if (!shas.every((sha) => graph.has(sha))) return (await pictures.current(entityId, repoId)).graph;
  pictures.lookAgain(entityId, repoId);
  return graph;
}
