import { readFileSync } from 'node:fs';
import { schema as published } from '@octokit/graphql-schema';
import { buildSchema, findBreakingChanges } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type SampleHost, startSampleHost, token } from '../../sample-host.ts';

let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost();
});
afterAll(() => host.stop());

const ask = async (path: string, body: unknown) => {
  const answer = await fetch(`${host.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

test('whoever can ask this host can ask GitHub', () => {
  const ours = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'));
  expect(findBreakingChanges(ours, buildSchema(published.idl, { assumeValidSDL: true }))).toEqual([]);
});

test('commits and reviews of several pull requests come in one answer, from a budget of its own', async () => {
  const list = await host.ask('/repos/acme/sums/pulls?state=all');
  const ids = z
    .array(z.object({ node_id: z.string() }))
    .parse(await list.json())
    .map((pull) => pull.node_id);
  const query = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on PullRequest { number
    commits(first: 1) { totalCount nodes { commit { oid author { user { login } } } } }
    reviews(first: 50) { totalCount nodes { state author { __typename login } } } } } }`;
  for (const path of ['/graphql', '/api/graphql']) {
    const { body, headers } = await ask(path, { query, variables: { ids: [...ids, 'bm9uc2Vuc2U='] } });
    expect(body).toMatchObject({
      data: { nodes: [{ number: 1, commits: { totalCount: 2, nodes: [{ commit: { author: {} } }] } }, null] },
    });
    expect(headers.get('x-ratelimit-resource')).toBe('graphql');
  }
});

test('a query that the schema does not know is answered with its errors, and no query is refused', async () => {
  expect((await ask('/graphql', { query: '{ viewer { login } }' })).body).toMatchObject({ errors: [{}] });
  expect((await ask('/graphql', {})).status).toBe(400);
});
