import { BITBUCKET } from '@linescope/contract/vendors';
import { isProviderError } from '../../errors.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { FactPage } from '../../payload.ts';
import type { CodeHost, HostConnection, PullRequestsSince, RepoRef } from '../code-host.ts';
import { authorsInPages } from '../commit-pages.ts';
import { factPages } from '../fact-pages.ts';
import { repositoryNamed } from '../find-repository.ts';
import { pathOf } from '../repo-path.ts';
import { bitbucketClient, isPersonal, pagesOf } from './client.ts';
import { bitbucketDerivers, signatureOf } from './derive.ts';
import { bitbucketDirectory, toRepository } from './directory.ts';
import { activitySchema, commitsSchema, issuesSchema, pullsSchema, repositorySchema, tagsSchema } from './schemas.ts';

const pageOf = factPages(BITBUCKET, bitbucketDerivers);
const repoPath = (repo: RepoRef): string => `repositories/${pathOf(repo, 2)}`;
const updatedSince = (since: Date | null) => (since ? `updated_on >= ${since.toISOString()}` : undefined);

/** Any moment that an entry of the activity list carries. */
function momentOf(
  entry: { [kind: string]: unknown } & { comment?: { created_on: string } | null | undefined },
): string {
  for (const kind of ['update', 'approval', 'changes_requested']) {
    const part = entry[kind];
    if (typeof part === 'object' && part !== null && 'date' in part) return String(part.date);
  }
  return entry.comment?.created_on ?? '';
}

export function bitbucketCodeHost(connections: readonly HostConnection[], runtime: Runtime): CodeHost {
  const client = bitbucketClient(connections, runtime);
  const repository = async (repo: RepoRef) =>
    toRepository((await client.send({ path: repoPath(repo), schema: repositorySchema })).data);

  /** The host gives commits one pull request at a time only. */
  async function* commitsOf(
    repo: RepoRef,
    number: number,
    headSha: string,
    updatedAt: string,
  ): AsyncGenerator<FactPage> {
    const path = `${repoPath(repo)}/pullrequests/${number}/commits`;
    const values: unknown[] = [];
    try {
      for await (const page of pagesOf(client, { path, schema: commitsSchema, query: { pagelen: 100 } }, 'inMemory')) {
        values.push(...page.data.values);
      }
    } catch (error) {
      // The source of an old pull request may be gone: a fork deleted, a branch collected.
      if (!isProviderError(error, 'not_found')) throw error;
      return;
    }
    yield pageOf('commits', repo.path, { values }, { number: String(number), headSha, updatedAt });
  }

  async function* pulls(repo: RepoRef, { since, headKnown }: PullRequestsSince): AsyncGenerator<FactPage> {
    const query = {
      state: ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'],
      q: updatedSince(since),
      sort: '-updated_on',
      pagelen: 50,
    };
    for await (const page of pagesOf(client, { path: `${repoPath(repo)}/pullrequests`, schema: pullsSchema, query })) {
      yield pageOf('pulls', repo.path, page.raw);
      for (const pull of page.data.values) {
        const headSha = pull.source.commit?.hash ?? '';
        if (headSha === '' || (await headKnown?.(pull.id, headSha))) continue;
        yield* commitsOf(repo, pull.id, headSha, pull.updated_on);
      }
    }
  }

  /** Approvals, comments and closings of all pull requests in one list, newest first. */
  async function* activity(repo: RepoRef, since: Date | null): AsyncGenerator<FactPage> {
    const cursor = since?.toISOString() ?? '';
    const ask = { path: `${repoPath(repo)}/pullrequests/activity`, schema: activitySchema, query: { pagelen: 50 } };
    for await (const page of pagesOf(client, ask)) {
      yield pageOf('activity', repo.path, page.raw);
      const last = page.data.values.at(-1);
      if (last && momentOf(last) < cursor) return;
    }
  }

  return {
    ...bitbucketDirectory(client),
    defaultBranch: async (repo) => (await repository(repo)).defaultBranch,

    findRepository: (organizationSlug, slug) =>
      repositoryNamed(organizationSlug, slug, () => repository({ path: `${organizationSlug}/${slug}` })),

    async cloneAccess({ cloneUrl }) {
      const first = client.firstValid(connections);
      const username = first && isPersonal(first) ? 'x-bitbucket-api-token-auth' : 'x-token-auth';
      return { url: cloneUrl, username, password: first?.token ?? '' };
    },

    commitCountSince: async () => null,

    commitAuthors(repo, commits) {
      const ask = { path: `${repoPath(repo)}/commits`, schema: commitsSchema, query: { pagelen: 100 } };
      return authorsInPages(
        pagesOf(client, ask),
        ({ data }) => data.values.map(({ author }) => signatureOf(author)),
        commits,
      );
    },

    async *pullRequests(repo, options) {
      yield* pulls(repo, options);
      yield* activity(repo, options.since);
    },

    async *tags(repo) {
      const ask = { path: `${repoPath(repo)}/refs/tags`, schema: tagsSchema, query: { pagelen: 100 } };
      for await (const page of pagesOf(client, ask)) yield pageOf('tags', repo.path, page.raw);
    },

    /** Most repositories have no tracker of their own here; then there are no issues. */
    async *issues(repo, since) {
      const query = { q: updatedSince(since), sort: '-updated_on', pagelen: 100 };
      try {
        for await (const page of pagesOf(client, { path: `${repoPath(repo)}/issues`, schema: issuesSchema, query })) {
          yield pageOf('issues', repo.path, page.raw);
        }
      } catch (error) {
        if (!isProviderError(error, 'not_found')) throw error;
      }
    },
  };
}
