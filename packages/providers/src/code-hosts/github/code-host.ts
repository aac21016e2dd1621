import { isProviderError } from '../../errors.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import { linkTo } from '../../pacing/link-header.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { FactPage } from '../../payload.ts';
import { issuesSchema } from '../../trackers/github-issues/schemas.ts';
import type { CodeHost, HostConnection, RepoRef } from '../code-host.ts';
import { repositoryNamed } from '../find-repository.ts';
import { pathOf } from '../repo-path.ts';
import { githubClient } from './client.ts';
import { createAuthorReader } from './commit-authors.ts';
import { issueNumberOf } from './derive.ts';
import { githubDirectory, toRepository } from './directory.ts';
import { createDetailsReader, pageOf } from './pull-details.ts';
import { commitsSchema, issueCommentsSchema, pullsSchema, reviewCommentsSchema, tagsSchema } from './pull-schemas.ts';
import { repositorySchema } from './schemas.ts';

const newestFirst = { sort: 'updated', direction: 'desc' } as const;

export function githubCodeHost(connections: readonly HostConnection[], runtime: Runtime): CodeHost {
  const client = githubClient(connections, runtime);
  const detailsOf = createDetailsReader(client);
  const authorsOf = createAuthorReader(client);
  const repository = async (repo: RepoRef) =>
    toRepository((await client.send({ path: `repos/${pathOf(repo, 2)}`, schema: repositorySchema })).data);

  /** The repository's comments of a kind, all pull requests in one list. */
  async function* comments(scope: string, since: string | undefined, seen: Set<number>): AsyncGenerator<FactPage> {
    const query = { ...newestFirst, since };
    const inline = { path: `repos/${scope}/pulls/comments`, schema: reviewCommentsSchema, query };
    for await (const page of pagesOf(client, inline)) yield pageOf('review_comments', scope, page.raw);
    const plain = { path: `repos/${scope}/issues/comments`, schema: issueCommentsSchema, query };
    for await (const page of pagesOf(client, plain)) {
      const pulls = new Set(page.data.map(issueNumberOf).filter((number) => seen.has(number)));
      yield pageOf('issue_comments', scope, page.raw, { pulls: [...pulls].join(',') });
    }
  }

  return {
    ...githubDirectory(client),

    defaultBranch: async (repo) => (await repository(repo)).defaultBranch,

    findRepository: (organizationSlug, slug) =>
      repositoryNamed(organizationSlug, slug, () => repository({ path: `${organizationSlug}/${slug}` })),

    cloneAccess: async ({ cloneUrl }) => ({
      url: cloneUrl,
      username: 'x-access-token',
      password: client.firstValid(connections)?.token ?? '',
    }),

    /** One commit a page: the number of the last page is the count. */
    async commitCountSince(repo, since) {
      const query = { since: since.toISOString(), per_page: 1 };
      try {
        const answer = await client.send({ path: `repos/${pathOf(repo, 2)}/commits`, schema: commitsSchema, query });
        const last = linkTo('last', answer.headers);
        if (last === null) return answer.data.length;
        const count = Number(URL.parse(last)?.searchParams.get('page') ?? Number.NaN);
        return Number.isSafeInteger(count) ? count : null;
      } catch (error) {
        if (isProviderError(error, 'request_rejected') && error.status === 409) return 0;
        throw error;
      }
    },

    commitAuthors: (repo, commits) => authorsOf(pathOf(repo, 2), commits),

    /** The list knows no "since", but is ordered by it: reading ends at the first older one. */
    async *pullRequests(repo, { since, detailsKnown }) {
      const scope = pathOf(repo, 2);
      const cursor = since?.toISOString() ?? '';
      const seen = new Set<number>();
      const ask = {
        path: `repos/${scope}/pulls`,
        schema: pullsSchema,
        query: { ...newestFirst, state: 'all' },
        conditional: true,
      };
      for await (const page of pagesOf(client, ask)) {
        const fresh = page.data.filter((pull) => pull.updated_at >= cursor);
        for (const pull of fresh) seen.add(pull.number);
        yield pageOf('pulls', scope, page.raw);
        const known = await Promise.all(fresh.map((pull) => detailsKnown?.(pull.number, pull.updated_at) ?? false));
        yield* detailsOf(
          scope,
          fresh.filter((_, index) => !known[index]),
        );
        if (fresh.length < page.data.length) break;
      }
      yield* comments(scope, since?.toISOString(), seen);
    },

    async *tags(repo) {
      const scope = pathOf(repo, 2);
      for await (const page of pagesOf(client, {
        path: `repos/${scope}/tags`,
        schema: tagsSchema,
        conditional: true,
      })) {
        yield pageOf('tags', scope, page.raw);
      }
    },

    /** A repository may have its issues switched off, which is no failure. */
    async *issues(repo, since) {
      const scope = pathOf(repo, 2);
      const query = { ...newestFirst, state: 'all', since: since?.toISOString() };
      try {
        for await (const page of pagesOf(client, { path: `repos/${scope}/issues`, schema: issuesSchema, query })) {
          yield pageOf('issues', scope, page.raw);
        }
      } catch (error) {
        if (!(isProviderError(error, 'not_found') && error.status === 410)) throw error;
      }
    },
  };
}
