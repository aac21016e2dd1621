import { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import type { FactPage } from '../../payload.ts';
import { factPages } from '../fact-pages.ts';
import { hostCDerivers } from './derive.ts';
import { detailsBatch, detailsQuery } from './details-query.ts';
import { commitsSchema, detailsSchema, type pullSchema, reviewsSchema } from './pull-schemas.ts';

type Pull = z.output<typeof pullSchema>;

export const pageOf = factPages('hostC', hostCDerivers);

const graphqlErrors = z.array(z.object({ type: z.string().nullish() })).nullish();
const answerSchema = z.object({ data: detailsSchema.nullish(), errors: graphqlErrors });
const quotaInBody = (body: string) => /"type"\s*:\s*"RATE_LIMITED"/.test(body.slice(0, 4_000));

/** Cloud serves it beside REST, a self-managed server beside `/api/v3`. */
const graphqlPath = (client: ProviderClient): string =>
  client.baseUrl.pathname.endsWith('/v3/') ? new URL('../graphql', client.baseUrl).href : 'graphql';

/** Commits and reviews of many pull requests: in batches, and one by one only at a host that knows no batches. */
export function createDetailsReader(client: ProviderClient) {
  let batches = true;

  async function* oneByOne(scope: string, pull: Pull, kinds: { commits: boolean; reviews: boolean }) {
    const base = `repos/${scope}/pulls/${pull.number}`;
    const context = { number: String(pull.number), headSha: pull.head.sha, updatedAt: pull.updated_at };
    if (kinds.commits) {
      const commits: unknown[] = [];
      for await (const page of pagesOf(client, { path: `${base}/commits`, schema: commitsSchema })) {
        if (Array.isArray(page.raw)) commits.push(...page.raw);
      }
      yield pageOf('pull_commits', scope, commits, context);
    }
    if (!kinds.reviews) return;
    for await (const page of pagesOf(client, { path: `${base}/reviews`, schema: reviewsSchema })) {
      yield pageOf('pull_reviews', scope, page.raw, context);
    }
  }

  /** Null once the host has shown that it takes no batches. */
  async function askBatch(pulls: readonly Pull[]) {
    if (!batches) return null;
    try {
      return await client.send({
        path: graphqlPath(client),
        method: 'POST',
        body: { query: detailsQuery, variables: { ids: pulls.map((pull) => pull.node_id) } },
        schema: answerSchema,
        resource: 'graphql',
        quotaInBody,
      });
    } catch (error) {
      if (!isProviderError(error, 'not_found', 'access_denied', 'request_rejected')) throw error;
      batches = false;
      return null;
    }
  }

  return async function* detailsOf(scope: string, pulls: readonly Pull[]): AsyncGenerator<FactPage> {
    for (let start = 0; start < pulls.length; start += detailsBatch) {
      const some = pulls.slice(start, start + detailsBatch);
      const answer = await askBatch(some);
      const nodes = answer?.data.data?.nodes ?? [];
      if (nodes.length > 0) yield pageOf('pull_details', scope, answer?.raw);
      const found = new Map(nodes.flatMap((node) => (node ? [[node.number, node] as const] : [])));
      for (const pull of some) {
        const node = found.get(pull.number);
        const commits = node === undefined || node.commits.totalCount > node.commits.nodes.length;
        const reviews = node === undefined || node.reviews.totalCount > node.reviews.nodes.length;
        if (commits || reviews) yield* oneByOne(scope, pull, { commits, reviews });
      }
    }
  };
}
