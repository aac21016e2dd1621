import { DAY_MS } from '@linescope/contract/days';
import { GITLAB } from '@linescope/contract/vendors';
import type { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { FactPage } from '../../payload.ts';
import { type CodeHost, type HostConnection, type PullRequestsSince, pathOfSlug, type RepoRef } from '../code-host.ts';
import { factPages } from '../fact-pages.ts';
import { repositoryNamed } from '../find-repository.ts';
import { partsOf } from '../repo-path.ts';
import { gitlabClient } from './client.ts';
import { authorsOf } from './commit-authors.ts';
import { commitBatch, commitBatchQuery } from './commit-batch-query.ts';
import { gitlabDerivers } from './derive.ts';
import { gitlabDirectory, toRepository } from './directory.ts';
import {
  batchSchema,
  commitsSchema,
  eventsSchema,
  issuesSchema,
  type mergeRequestSchema,
  mergeRequestsSchema,
  projectSchema,
  tagsSchema,
} from './schemas.ts';

type MergeRequest = z.output<typeof mergeRequestSchema>;

const pageOf = factPages(GITLAB, gitlabDerivers);

/** The host takes a project's whole path as one encoded segment. */
const projectPath = (repo: RepoRef): string => `projects/${partsOf(repo, 2).join('%2F')}`;

export function gitlabCodeHost(connections: readonly HostConnection[], runtime: Runtime): CodeHost {
  const client = gitlabClient(connections, runtime);
  const graphql = new URL('../graphql', client.baseUrl).href;
  let batches = true;

  const project = async (repo: RepoRef) =>
    toRepository((await client.send({ path: projectPath(repo), schema: projectSchema })).data);

  async function askBatch(repo: RepoRef, requests: readonly MergeRequest[]) {
    if (!batches || requests.length === 0) return null;
    const variables = { path: repo.path, iids: requests.map(({ iid }) => String(iid)) };
    try {
      const body = { query: commitBatchQuery, variables };
      const ask = { path: graphql, method: 'POST', body, schema: batchSchema, resource: 'graphql' } as const;
      const answer = await client.send(ask);
      // An older server that lacks a field answers 200 with errors and no data.
      batches = Boolean(answer.data.data);
      return batches ? answer : null;
    } catch (error) {
      if (!isProviderError(error, 'not_found', 'access_denied', 'request_rejected', 'answer_malformed')) throw error;
      batches = false;
      return null;
    }
  }

  async function* commitsOf(repo: RepoRef, requests: readonly MergeRequest[]): AsyncGenerator<FactPage> {
    for (let start = 0; start < requests.length; start += commitBatch) {
      const some = requests.slice(start, start + commitBatch);
      const answer = await askBatch(repo, some);
      const page = answer ? pageOf('commit_batch', repo.path, answer.raw) : null;
      if (page) yield page;
      const given = new Set(page?.facts.map((fact) => (fact.fact === 'pull_request_commits' ? fact.number : 0)));
      for (const request of some.filter(({ iid }) => !given.has(iid))) {
        const commits: unknown[] = [];
        const path = `${projectPath(repo)}/merge_requests/${request.iid}/commits`;
        for await (const { raw } of pagesOf(client, { path, schema: commitsSchema }, 'inMemory')) {
          if (Array.isArray(raw)) commits.push(...raw);
        }
        const context = { number: String(request.iid), headSha: request.sha ?? '', updatedAt: request.updated_at };
        yield pageOf('commits', repo.path, commits, context);
      }
    }
  }

  async function* events(repo: RepoRef, since: Date | null): AsyncGenerator<FactPage> {
    // The filter takes days and leaves the day itself out.
    const after = since ? new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10) : undefined;
    for (const query of [
      { action: 'commented', after },
      { action: 'approved', target_type: 'merge_request', after },
    ]) {
      const ask = { path: `${projectPath(repo)}/events`, schema: eventsSchema, query };
      for await (const page of pagesOf(client, ask)) yield pageOf('events', repo.path, page.raw);
    }
  }

  async function unknownHeads(requests: readonly MergeRequest[], headKnown: PullRequestsSince['headKnown']) {
    const known = await Promise.all(requests.map(({ iid, sha }) => (sha ? headKnown?.(iid, sha) : true)));
    return requests.filter((_, index) => !known[index]);
  }

  const newestFirst = { order_by: 'updated_at', sort: 'desc', scope: 'all', state: 'all' } as const;

  return {
    ...gitlabDirectory(client),
    defaultBranch: async (repo) => (await project(repo)).defaultBranch,

    findRepository: (organizationSlug, slug) =>
      repositoryNamed(organizationSlug, slug, () => project({ path: `${pathOfSlug(organizationSlug)}/${slug}` })),

    cloneAccess: async ({ cloneUrl }) => ({
      url: cloneUrl,
      username: 'oauth2',
      password: client.firstValid(connections)?.token ?? '',
    }),

    commitCountSince: async () => null,
    commitAuthors: (repo, commits) => authorsOf(client, graphql, repo, commits),

    async *pullRequests(repo, { since, headKnown }) {
      const query = { ...newestFirst, updated_after: since?.toISOString() };
      const ask = { path: `${projectPath(repo)}/merge_requests`, schema: mergeRequestsSchema, query };
      for await (const page of pagesOf(client, ask)) {
        yield pageOf('merge_requests', repo.path, page.raw);
        yield* commitsOf(repo, await unknownHeads(page.data, headKnown));
      }
      yield* events(repo, since);
    },

    async *tags(repo) {
      const ask = { path: `${projectPath(repo)}/repository/tags`, schema: tagsSchema, conditional: true };
      for await (const page of pagesOf(client, ask)) yield pageOf('tags', repo.path, page.raw);
    },

    async *issues(repo, since) {
      const query = { ...newestFirst, updated_after: since?.toISOString() };
      const ask = { path: `${projectPath(repo)}/issues`, schema: issuesSchema, query };
      try {
        for await (const page of pagesOf(client, ask)) yield pageOf('issues', repo.path, page.raw);
      } catch (error) {
        // Issues may be switched off for a project that is otherwise open to us.
        if (!isProviderError(error, 'access_denied')) throw error;
      }
    },
  };
}
