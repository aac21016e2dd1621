import { GITHUB } from '@linescope/contract/vendors';
import { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import type { FactPage } from '../../payload.ts';
import { maybeText } from '../../reading/instant.ts';
import { factPages } from '../fact-pages.ts';
import { githubDerivers } from './derive.ts';
import { detailsBatch, detailsQuery } from './details-query.ts';
import { commitsSchema, detailsSchema, type pullSchema, reviewsSchema } from './pull-schemas.ts';

type Pull = z.output<typeof pullSchema>;

export const pageOf = factPages(GITHUB, githubDerivers);

export const graphqlErrors = z
  .array(z.object({ message: maybeText.optional(), extensions: z.object({ code: maybeText.optional() }).nullish() }))
  .nullish();
const answerSchema = z.object({ data: detailsSchema.nullish(), errors: graphqlErrors });
/** A server that is older than a field of the query will not know it the next time either. */
const tooOld = (errors: z.output<typeof graphqlErrors>): boolean =>
  (errors ?? []).some(
    ({ message, extensions }) =>
      extensions?.code === 'undefinedField' || /Cannot query field|doesn't exist on type/.test(message ?? ''),
  );
export const quotaInBody = (body: string) => /"type"\s*:\s*"RATE_LIMITED"/.test(body.slice(0, 4_000));

/** Cloud serves it beside REST, a self-managed server beside `/api/v3`. */
export const graphqlPath = (client: ProviderClient): string =>
  client.baseUrl.pathname.endsWith('/v3/') ? new URL('../graphql', client.baseUrl).href : 'graphql';

/**
 * Commits and reviews of many pull requests: in batches, and one by one only at a host that knows no batches. A pull
 * request's commits come last: whoever holds them holds its reviews too, wherever a reading was interrupted.
 */
export function createDetailsReader(client: ProviderClient) {
  let batches = true;

  async function* oneByOne(scope: string, pull: Pull, kinds: { commits: boolean; reviews: boolean }) {
    const base = `repos/${scope}/pulls/${pull.number}`;
    const context = { number: String(pull.number), headSha: pull.head.sha, updatedAt: pull.updated_at };
    if (kinds.reviews) {
      for await (const page of pagesOf(client, { path: `${base}/reviews`, schema: reviewsSchema })) {
        yield pageOf('pull_reviews', scope, page.raw, context);
      }
    }
    if (!kinds.commits) return;
    const commits: unknown[] = [];
    for await (const page of pagesOf(client, { path: `${base}/commits`, schema: commitsSchema }, 'inMemory')) {
      if (Array.isArray(page.raw)) commits.push(...page.raw);
    }
    yield pageOf('pull_commits', scope, commits, context);
  }

  /** Null where the host gives no batch: for good when it knows none, for now when this one was too heavy for it. */
  async function askBatch(pulls: readonly Pull[]) {
    if (!batches) return null;
    try {
      const answer = await client.send({
        path: graphqlPath(client),
        method: 'POST',
        body: { query: detailsQuery, variables: { ids: pulls.map((pull) => pull.node_id) } },
        schema: answerSchema,
        resource: 'graphql',
        quotaInBody,
      });
      if (tooOld(answer.data.errors)) batches = false;
      return answer.data.data ? { nodes: answer.data.data.nodes, raw: answer.raw } : null;
    } catch (error) {
      if (isProviderError(error, 'not_found', 'access_denied', 'request_rejected')) batches = false;
      else if (!isProviderError(error, 'host_failed', 'host_timeout') || pulls.length === 1) throw error;
      return null;
    }
  }

  async function* batchOf(scope: string, pulls: readonly Pull[]): AsyncGenerator<FactPage> {
    const answer = await askBatch(pulls);
    if (answer === null && batches && pulls.length > 1) {
      const middle = Math.ceil(pulls.length / 2);
      yield* batchOf(scope, pulls.slice(0, middle));
      yield* batchOf(scope, pulls.slice(middle));
      return;
    }
    const found = new Map(answer?.nodes.flatMap((node) => (node ? [[node.number, node] as const] : [])));
    for (const pull of pulls) {
      const node = found.get(pull.number);
      const commits = node === undefined || node.commits.totalCount > node.commits.nodes.length;
      const reviews = node === undefined || node.reviews.totalCount > node.reviews.nodes.length;
      if (commits || reviews) yield* oneByOne(scope, pull, { commits, reviews });
    }
    if (answer) yield pageOf('pull_details', scope, answer.raw);
  }

  return async function* detailsOf(scope: string, pulls: readonly Pull[]): AsyncGenerator<FactPage> {
    for (let start = 0; start < pulls.length; start += detailsBatch) {
      yield* batchOf(scope, pulls.slice(start, start + detailsBatch));
    }
  };
}
