import { isProviderError } from '../../errors.ts';
import type { CommitAuthor } from '../../facts.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import type { AuthoredCommit, RepoRef } from '../code-host.ts';
import { authorOf } from './derive.ts';
import { authorsSchema } from './schemas.ts';

/** The host gives a last commit the weight of ten fields, and allows some two hundred a query. */
const authorBatch = 10;
const shaPattern = /^[0-9a-f]{40}$/;

/** REST does not give an author's account; a tree at a commit has that commit as its last one, also on older servers. */
const authorsQuery = (shas: readonly string[]): string => `query CommitAuthors($path: ID!) {
  project(fullPath: $path) {
    repository {
${shas.map((sha, index) => `      c${index}: tree(ref: "${sha}") { lastCommit { ...author } }`).join('\n')}
    }
  }
}
fragment author on Commit { sha authoredDate authorName authorEmail author { id username avatarUrl } }`;

export async function* authorsOf(
  client: ProviderClient,
  graphql: string,
  repo: RepoRef,
  commits: readonly AuthoredCommit[],
): AsyncGenerator<CommitAuthor[]> {
  const shas = commits.map(({ sha }) => sha).filter((sha) => shaPattern.test(sha));
  for (let start = 0; start < shas.length; start += authorBatch) {
    const body = { query: authorsQuery(shas.slice(start, start + authorBatch)), variables: { path: repo.path } };
    try {
      const answer = await client.send({
        path: graphql,
        method: 'POST',
        body,
        schema: authorsSchema,
        resource: 'graphql',
      });
      const trees = Object.values(answer.data.data?.project?.repository ?? {});
      yield trees.flatMap((tree) => (tree?.lastCommit ? (authorOf(tree.lastCommit).author ?? []) : []));
    } catch (error) {
      // A server without GraphQL cannot say.
      if (!isProviderError(error, 'not_found', 'access_denied', 'request_rejected', 'answer_malformed')) throw error;
      return;
    }
  }
}
