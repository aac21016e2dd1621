import type { z } from 'zod';
import { ProviderError } from '../../errors.ts';
import { type Answer, type Ask, createProviderClient, type ProviderClient } from '../../pacing/provider-client.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { HostConnection } from '../code-host.ts';

export function bitbucketServerClient(connections: readonly HostConnection[], runtime: Runtime): ProviderClient {
  const endpoint = connections[0]?.endpoint;
  if (!endpoint) throw new ProviderError('endpoint_refused', { internal: 'this host has no endpoint of its own' });
  return createProviderClient({
    baseUrl: `${endpoint.replace(/(?<!\/)\/+$/, '').replace(/\/rest\/api\/(1\.0|latest)$/, '')}/rest/api/1.0`,
    runtime,
    connections: connections.map(({ id, token }) => ({
      id,
      headers: { authorization: `Bearer ${token}` },
      secrets: [token],
    })),
  });
}

type Paged = z.ZodType<{ isLastPage: boolean; nextPageStart?: number | null | undefined; values: unknown[] }>;

/** The next page starts where this one says, which is not always where it ended. */
export async function* pagesOf<S extends Paged>(
  client: ProviderClient,
  ask: Ask<S>,
  kind?: 'streamed' | 'inMemory',
): AsyncGenerator<Answer<z.output<S>>> {
  const list = client.openList(kind);
  let start: number | null = 0;
  while (start !== null) {
    const answer: Answer<z.output<S>> = await client.send({ ...ask, list, query: { ...ask.query, limit: 100, start } });
    yield answer;
    const next = answer.data.isLastPage ? null : (answer.data.nextPageStart ?? null);
    if (next !== null && next <= start)
      throw new ProviderError('answer_malformed', { internal: 'pages do not advance' });
    start = next;
  }
}
