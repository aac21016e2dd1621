import { unavailable } from '@linescope/contract/fault';
import { analyticsRpc, developersTeamsRpc } from '@linescope/proto/services';
import { fakeIdentity } from '@linescope/test-kit/fake-identity';
import { fakeRpc } from '@linescope/test-kit/fake-rpc';
import { testService } from '@linescope/test-kit/test-service';
import { defectsReleasesService } from '../service.ts';

/** A commit as analytics knows it. */
export interface TestCommit {
  repoId: number;
  sha: string;
  authoredAt: string;
  committedAt: string;
  onDefaultBranch: boolean;
  /** With its pull request. */
  mergedAt?: string;
  /** Keys that its message or its pull request names. */
  names?: string[];
}

/** An issue as analytics knows it. */
export interface TestIssue {
  key: string;
  type: string;
  createdAt: string;
}

export const APP = { id: 11, organizationId: 1, path: 'web/app' };
export const SITE = { id: 12, organizationId: 1, path: 'web/site' };

/** The service with neighbours of plain data, which a test may change: acme has the repos web/app and web/site. */
export async function startDefectsReleases(settings: Record<string, unknown> = {}) {
  const commits: TestCommit[] = [];
  const issues: TestIssue[] = [];
  const described = (commit: TestCommit) => ({
    ...commit,
    mergedAt: commit.mergedAt ?? (commit.onDefaultBranch ? commit.committedAt : ''),
  });
  const analyticsState = { available: true };
  const identity = await fakeIdentity([{ id: 1, slug: 'acme', repos: [APP, SITE], settings }]);
  const whenAvailable = () => {
    if (!analyticsState.available) throw unavailable();
  };
  const analytics = await fakeRpc(analyticsRpc, {
    async findCommit({ sha }) {
      whenAvailable();
      return { commits: commits.filter((commit) => commit.sha === sha).map(described) };
    },
    async newestCommitBefore({ repoId, at }) {
      whenAvailable();
      const before = commits.filter(
        (commit) => commit.repoId === repoId && commit.onDefaultBranch && commit.committedAt <= (at ?? ''),
      );
      return {
        commits: before
          .toSorted((one, other) => (one.committedAt < other.committedAt ? 1 : -1))
          .slice(0, 1)
          .map(described),
      };
    },
    async commitsNaming({ keys, since, shas }) {
      whenAvailable();
      const isAsked = (commit: TestCommit) =>
        shas.length > 0 ? shas.includes(commit.sha) : commit.authoredAt >= (since ?? '');
      return {
        commits: keys.flatMap((key) =>
          commits
            .filter((commit) => commit.names?.includes(key) && isAsked(commit))
            .map((commit) => ({ key, commit: described(commit) })),
        ),
      };
    },
    findIssues: async ({ keys }) => ({ issues: issues.filter(({ key }) => keys.includes(key)) }),
    async countReleases({ ranges }) {
      whenAvailable();
      return { commitCounts: ranges.map(() => 3) };
    },
  });
  const developersTeams = await fakeRpc(developersTeamsRpc, {
    findCommitters: async () => ({ committers: [] }),
    resolveTeam: async ({ teamSlug }) => {
      const works = { found: true, repoPaths: [], knowsWorkedRepos: true };
      if (teamSlug === 'core') return { found: true, teamId: 1, slug: 'core', repoPaths: [APP.path] };
      if (teamSlug === 'works') return { ...works, teamId: 2, slug: 'works', workedRepoPaths: [SITE.path] };
      if (teamSlug === 'idle') return { ...works, teamId: 3, slug: 'idle', workedRepoPaths: [] };
      return { found: false };
    },
  });
  const service = await testService(defectsReleasesService, {
    IDENTITY_GRPC: identity.address,
    ANALYTICS_GRPC: analytics,
    DEVELOPERS_TEAMS_GRPC: developersTeams,
  });
  return { ...service, identity, analytics: analyticsState, commits, issues };
}

export type DefectsReleases = Awaited<ReturnType<typeof startDefectsReleases>>;
