import { readFileSync } from 'node:fs';
import { buildSchema, graphql } from 'graphql';
import { z } from 'zod';
import { type Asked, HostError, post, type Route } from '../../server/route.ts';
import { resolveNode, resolveRepository } from './resolve-objects.ts';

const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'));
const request = z.object({ query: z.string().max(20_000), variables: z.record(z.string(), z.unknown()).optional() });
/** GitHub's own bound on one `nodes`. */
const mostNodes = 100;

async function answer(asked: Asked) {
  const given = request.safeParse(asked.body);
  if (!given.success) throw new HostError(400, 'A query attribute must be specified and must be a string.');
  const { data, errors } = await graphql({
    schema,
    source: given.data.query,
    variableValues: given.data.variables ?? {},
    rootValue: {
      repository: ({ owner, name }: { owner: string; name: string }) => resolveRepository(asked, owner, name),
      node: ({ id }: { id: string }) => resolveNode(asked, id),
      nodes: ({ ids }: { ids: string[] }) => ids.slice(0, mostNodes).map((id) => resolveNode(asked, id)),
    },
  });
  return { body: { data, ...(errors ? { errors: errors.map(({ message }) => ({ message })) } : {}) } };
}

/** Beside REST in the cloud, under `/api` at a server. */
export const graphqlRoutes: Route[] = ['/graphql', '/api/graphql'].map((path) => post(path, answer));
