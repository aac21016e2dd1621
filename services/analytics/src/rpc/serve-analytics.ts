import { isoTimestamp } from '@linescope/contract/date-time';
import type { Handlers } from '@linescope/proto/calls';
import type { AnalyticsDefinition } from '@linescope/proto/services';
import type { Context } from '../context.ts';
import { commitsBySha, firstCommitsNaming, newestCommitBefore, type StoredCommit } from '../store/commits.ts';
import { issuesByKey } from '../store/issues.ts';

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
      const counts: { commits: number; issues: number }[] = [];
      for (const range of ranges) {
        const { graph } = await context.repoPictures.current(entityId, range.repoId);
        const commits = graph.has(range.sha) ? graph.between(range.sha, range.previousSha || null) : [];
        counts.push({ commits: commits.length, issues: new Set(commits.flatMap((commit) => commit.issueKeys)).size });
      }
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
