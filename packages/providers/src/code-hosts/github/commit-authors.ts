import { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import type { CommitAuthor } from '../../facts.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import type { AuthoredCommit } from '../code-host.ts';
import { authorsInPages } from '../commit-pages.ts';
import { authorOf, authorOfActor } from './derive.ts';
import { graphqlErrors, graphqlPath, quotaInBody } from './pull-details.ts';
import { authorsSchema, commitsSchema } from './pull-schemas.ts';

const authorBatch = 100;
const shaPattern = /^[0-9a-f]{40}$/;
const answerSchema = z.object({ data: authorsSchema.nullish(), errors: graphqlErrors });

/** Asks for a commit of each author, a hundred at once. Checked against the vendor's published schema by a test. */
export const authorsQuery = (shas: readonly string[]): string => `query CommitAuthors($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
${shas.map((sha, index) => `    c${index}: object(oid: "${sha}") { ...author }`).join('\n')}
  }
}
fragment author on Commit { author { name email user { databaseId login avatarUrl } } }`;

/** Whose account each author's email is: by commit in batches, or from the newest commits where the host knows no batches. */
export function createAuthorReader(client: ProviderClient) {
  /** Null where the host gives no batch. */
  async function askBatch(scope: string, shas: readonly string[]): Promise<CommitAuthor[] | null> {
    const [owner = '', name = ''] = scope.split('/').map(decodeURIComponent);
    try {
      const { data } = await client.send({
        path: graphqlPath(client),
        method: 'POST',
        body: { query: authorsQuery(shas), variables: { owner, name } },
        schema: answerSchema,
        resource: 'graphql',
        quotaInBody,
      });
      if (!data.data?.repository) return null;
      return Object.values(data.data.repository).flatMap((commit) => {
        const { author } = authorOfActor(commit?.author);
        return author ?? [];
      });
    } catch (error) {
      if (isProviderError(error, 'not_found', 'access_denied', 'request_rejected')) return null;
      throw error;
    }
  }

  return async function* authorsOf(scope: string, commits: readonly AuthoredCommit[]): AsyncGenerator<CommitAuthor[]> {
    const named = commits.filter(({ sha }) => shaPattern.test(sha));
    for (let start = 0; start < named.length; start += authorBatch) {
      const some = named.slice(start, start + authorBatch);
      const authors = await askBatch(
        scope,
        some.map(({ sha }) => sha),
      );
      if (authors === null) {
        const pages = pagesOf(client, { path: `repos/${scope}/commits`, schema: commitsSchema });
        yield* authorsInPages(pages, ({ data }) => data.map(signedBy), named.slice(start));
        return;
      }
      yield authors;
    }
  };
}

function signedBy({ commit, author }: z.output<typeof commitsSchema>[number]) {
  return {
    email: commit.author?.email ?? null,
    author: authorOf(author, commit.author).author ?? null,
  };
}
