import type { z } from 'zod';
import { isProviderError, ProviderError } from '../../errors.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { FactPage } from '../../payload.ts';
import type { CodeHost, HostConnection, PullRequestsSince, RepoRef } from '../code-host.ts';
import { factPages } from '../fact-pages.ts';
import { partsOf } from '../repo-path.ts';
import { apiVersionOf, devopsClient } from './client.ts';
import { azureDevopsDerivers } from './derive.ts';
import { devopsDirectory, toRepository } from './directory.ts';
import { commitsSchema, type pullSchema, pullsSchema, refsSchema, repositorySchema, threadsSchema } from './schemas.ts';
import { workItemBatches } from './work-items.ts';

type Pull = z.output<typeof pullSchema>;
const pageSize = 100;

export function azureDevopsCodeHost(connections: readonly HostConnection[], runtime: Runtime): CodeHost {
  const [first] = connections;
  if (!first) throw new ProviderError('connection_invalid', { internal: 'no connection was given' });
  const client = devopsClient(connections, runtime);
  const pageOf = factPages(first.host, azureDevopsDerivers);
  const version = apiVersionOf(first.host);
  const directory = devopsDirectory(client, first);

  /** organization/project/repository; the organization is in the base URL already. */
  function addressOf(repo: RepoRef) {
    const [, project = '', name = ''] = partsOf(repo, 3);
    return { project, path: `${project}/_apis/git/repositories/${name}` };
  }

  async function repository(repo: RepoRef) {
    const ask = { path: addressOf(repo).path, schema: repositorySchema, query: { 'api-version': version } };
    return toRepository((await client.send(ask)).data, first?.organization ?? '');
  }

  /** Comments and votes are in the threads; neither they nor the commits come in batches here. */
  async function* detailsOf(repo: RepoRef, pull: Pull, headKnown: PullRequestsSince['headKnown'], readAt: string) {
    const path = `${addressOf(repo).path}/pullRequests/${pull.pullRequestId}`;
    const headSha = pull.lastMergeSourceCommit?.commitId ?? '';
    const context = { number: String(pull.pullRequestId), headSha, readAt };
    const query = { 'api-version': version };
    const threads = await client.send({ path: `${path}/threads`, schema: threadsSchema, query, conditional: true });
    yield pageOf('threads', repo.path, threads.raw, context);
    if (headSha === '' || (await headKnown?.(pull.pullRequestId, headSha))) return;
    const value: unknown[] = [];
    const list = client.openList('inMemory');
    let continuationToken: string | null = null;
    do {
      const page = {
        path: `${path}/commits`,
        schema: commitsSchema,
        query: { ...query, $top: 500, continuationToken },
        list,
      };
      const answer: Awaited<ReturnType<typeof client.send<typeof commitsSchema>>> = await client.send(page);
      value.push(...answer.data.value);
      continuationToken = answer.headers.get('x-ms-continuationtoken');
    } while (continuationToken !== null);
    yield pageOf('commits', repo.path, { value }, context);
  }

  /**
   * The host filters by opening or closing, not by change: open ones are read whole, closed ones from the cursor.
   * A server that ignores the filter gives more than was asked, which costs calls but no truth.
   */
  async function* pulls(
    repo: RepoRef,
    status: string,
    { since, headKnown }: PullRequestsSince,
  ): AsyncGenerator<FactPage> {
    const cursor = since?.toISOString() ?? '';
    const closing =
      status === 'active' || since === null
        ? {}
        : { 'searchCriteria.minTime': cursor, 'searchCriteria.queryTimeRangeType': 'closed' };
    const list = client.openList();
    for (let skip = 0; ; skip += pageSize) {
      const query = {
        'api-version': version,
        'searchCriteria.status': status,
        ...closing,
        $top: pageSize,
        $skip: skip,
      };
      const readAt = new Date(runtime.now()).toISOString();
      const page = await client.send({
        path: `${addressOf(repo).path}/pullrequests`,
        schema: pullsSchema,
        query,
        list,
      });
      yield pageOf('pulls', repo.path, page.raw, { readAt });
      for (const pull of page.data.value) {
        if (status === 'active' || (pull.closedDate ?? '') >= cursor) yield* detailsOf(repo, pull, headKnown, readAt);
      }
      if (page.data.value.length < pageSize) return;
    }
  }

  return {
    ...directory,
    defaultBranch: async (repo) => (await repository(repo)).defaultBranch,

    /** Slugs do not distinguish a space from a hyphen, so the list is asked: it is one answer here. */
    async findRepository(organizationSlug, slug) {
      for await (const { items } of directory.listRepositories(organizationSlug)) {
        const found = items.find((item) => item.slug.toLowerCase() === slug.toLowerCase());
        if (found) return found;
      }
      return null;
    },

    cloneAccess: async ({ cloneUrl }) => ({
      url: cloneUrl,
      username: 'pat',
      password: (client.firstValid(connections) ?? first).token,
    }),

    commitCountSince: async () => null,

    /** Its commits name no account, and its accounts are known by their email. */
    async *commitAuthors() {},

    async *pullRequests(repo, options) {
      for (const status of ['active', 'completed', 'abandoned']) yield* pulls(repo, status, options);
    },

    async *tags(repo) {
      const list = client.openList();
      let continuationToken: string | null = null;
      do {
        const query = { 'api-version': version, filter: 'tags/', peelTags: true, $top: 1_000, continuationToken };
        const ask = { path: `${addressOf(repo).path}/refs`, schema: refsSchema, query, list };
        const answer: Awaited<ReturnType<typeof client.send<typeof refsSchema>>> = await client.send(ask);
        yield pageOf('tags', repo.path, answer.raw);
        continuationToken = answer.headers.get('x-ms-continuationtoken');
      } while (continuationToken !== null);
    },

    /** Work items belong to the project; a token may lack the right to them and still read code. */
    async *issues(repo, since) {
      try {
        for await (const batch of workItemBatches(client, addressOf(repo).project, version, since)) {
          yield pageOf('work_items', repo.path, batch.raw);
        }
      } catch (error) {
        if (!isProviderError(error, 'access_denied')) throw error;
      }
    },
  };
}
