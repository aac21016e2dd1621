import type { z } from 'zod';
import { ProviderError } from '../../errors.ts';
import { type Answer, type Ask, createProviderClient, type ProviderClient } from '../../pacing/provider-client.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { HostConnection } from '../code-host.ts';

/** A person's API token goes with the person's email; an access token of a workspace or repository goes alone. */
export const isPersonal = ({ token, email }: HostConnection): boolean => email !== null && !token.startsWith('ATCTT');

function authorization(connection: HostConnection): string {
  const { token, email } = connection;
  return isPersonal(connection) ? `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` : `Bearer ${token}`;
}

export function bitbucketClient(connections: readonly HostConnection[], runtime: Runtime): ProviderClient {
  const endpoint = connections[0]?.endpoint ?? 'https://api.bitbucket.org';
  return createProviderClient({
    baseUrl: `${endpoint.replace(/(?<!\/)\/+$/, '').replace(/\/2\.0$/, '')}/2.0`,
    runtime,
    windowMs: 3_600_000,
    connections: connections.map((connection) => ({
      id: connection.id,
      headers: { authorization: authorization(connection) },
      secrets: [connection.token, authorization(connection).slice(6)],
    })),
  });
}

type Paged = z.ZodType<{ next?: string | null | undefined; values: unknown[] }>;

/** Follows the `next` of each page. */
export async function* pagesOf<S extends Paged>(
  client: ProviderClient,
  ask: Ask<S>,
  kind?: 'streamed' | 'inMemory',
): AsyncGenerator<Answer<z.output<S>>> {
  const list = client.openList(kind);
  let answer = await client.send({ ...ask, list });
  yield answer;
  for (let { next } = answer.data; next; next = answer.data.next) {
    if (next === answer.url.href) throw new ProviderError('answer_malformed', { internal: 'a page is its own next' });
    answer = await client.send({ ...ask, list, path: next, query: {}, conditional: false });
    yield answer;
  }
}
