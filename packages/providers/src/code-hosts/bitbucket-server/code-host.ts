import { BITBUCKET_SERVER } from '@linescope/contract/vendors';
import type { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { FactPage } from '../../payload.ts';
import type { CodeHost, HostConnection, PullRequestsSince, RepoRef } from '../code-host.ts';
import { authorsInPages } from '../commit-pages.ts';
import { factPages } from '../fact-pages.ts';
import { repositoryNamed } from '../find-repository.ts';
import { partsOf, pathOf } from '../repo-path.ts';
import { bitbucketServerClient, pagesOf } from './client.ts';
import { bitbucketServerDerivers, signatureOf } from './derive.ts';
import { bitbucketServerDirectory, signedInAs, toRepository } from './directory.ts';
import {
  activitiesSchema,
  branchSchema,
  commitsSchema,
  type pullSchema,
  pullsSchema,
  repositorySchema,
  tagsSchema,
} from './schemas.ts';

type Pull = z.output<typeof pullSchema>;

const pageOf = factPages(BITBUCKET_SERVER, bitbucketServerDerivers);

function repoPath(repo: RepoRef): string {
  pathOf(repo, 2);
  const [project, slug] = partsOf(repo, 2);
  return `projects/${project}/repos/${slug}`;
}

export function bitbucketServerCodeHost(connections: readonly HostConnection[], runtime: Runtime): CodeHost {
  const client = bitbucketServerClient(connections, runtime);

  async function defaultBranch(repo: RepoRef): Promise<string | null> {
    const ask = (path: string) => client.send({ path: `${repoPath(repo)}/${path}`, schema: branchSchema });
    try {
      return (await ask('default-branch')).data?.displayId ?? null;
    } catch (error) {
      // Servers before 7.5 know it by its older address.
      if (!isProviderError(error, 'not_found')) throw error;
      return (await ask('branches/default')).data?.displayId ?? null;
    }
  }

  /** Activities hold comments and verdicts in one list; only this host has no list of them for the repository. */
  async function* detailsOf(repo: RepoRef, pull: Pull, headKnown: PullRequestsSince['headKnown']) {
    const path = `${repoPath(repo)}/pull-requests/${pull.id}`;
    const headSha = pull.fromRef.latestCommit ?? '';
    const context = { number: String(pull.id), headSha, updatedAt: pull.updatedDate };
    for await (const page of pagesOf(client, { path: `${path}/activities`, schema: activitiesSchema })) {
      yield pageOf('activities', repo.path, page.raw, context);
    }
    if (headSha === '' || (await headKnown?.(pull.id, headSha))) return;
    const values: unknown[] = [];
    for await (const page of pagesOf(client, { path: `${path}/commits`, schema: commitsSchema }, 'inMemory')) {
      values.push(...page.data.values);
    }
    yield pageOf('commits', repo.path, { values, isLastPage: true }, context);
  }

  /**
   * The list takes no "since". Open ones are read whole, being few; closed ones are ordered by their closing, so
   * reading ends at the first that closed before the cursor.
   */
  async function* pulls(
    repo: RepoRef,
    state: string,
    { since, headKnown, detailsKnown }: PullRequestsSince,
  ): AsyncGenerator<FactPage> {
    const cursor = since?.toISOString() ?? '';
    const order = state === 'OPEN' ? 'NEWEST' : 'CLOSED_DATE';
    const ask = { path: `${repoPath(repo)}/pull-requests`, schema: pullsSchema, query: { state, order } };
    for await (const page of pagesOf(client, ask)) {
      yield pageOf('pulls', repo.path, page.raw);
      const fresh = page.data.values.filter((pull) => (pull.closedDate ?? pull.updatedDate) >= cursor);
      for (const pull of fresh) {
        if (!(await detailsKnown?.(pull.id, pull.updatedDate))) yield* detailsOf(repo, pull, headKnown);
      }
      if (state !== 'OPEN' && fresh.length < page.data.values.length) return;
    }
  }

  return {
    ...bitbucketServerDirectory(client),
    defaultBranch,

    findRepository: (organizationSlug, slug) =>
      repositoryNamed(organizationSlug, slug, async () => {
        const path = repoPath({ path: `${organizationSlug}/${slug}` });
        return toRepository((await client.send({ path, schema: repositorySchema })).data);
      }),

    async cloneAccess({ cloneUrl }) {
      return {
        url: cloneUrl,
        username: await signedInAs(client),
        password: client.firstValid(connections)?.token ?? '',
      };
    },

    commitCountSince: async () => null,

    commitAuthors: (repo, commits) =>
      authorsInPages(
        pagesOf(client, { path: `${repoPath(repo)}/commits`, schema: commitsSchema }),
        ({ data }) => data.values.map(({ author }) => signatureOf(author)),
        commits,
      ),

    async *pullRequests(repo, options) {
      for (const state of ['OPEN', 'MERGED', 'DECLINED']) yield* pulls(repo, state, options);
    },

    async *tags(repo) {
      for await (const page of pagesOf(client, { path: `${repoPath(repo)}/tags`, schema: tagsSchema })) {
        yield pageOf('tags', repo.path, page.raw);
      }
    },

    /** This host has no tracker of its own. */
    async *issues() {},
  };
}
