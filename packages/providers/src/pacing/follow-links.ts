import type { z } from 'zod';
import { ProviderError } from '../errors.ts';
import { linkTo } from './link-header.ts';
import type { Answer, Ask, ProviderClient } from './provider-client.ts';

/** Follows `rel="next"`, a hundred a page. Only the first page is asked for conditionally. */
export async function* pagesOf<S extends z.ZodType>(
  client: ProviderClient,
  ask: Ask<S>,
  kind?: 'streamed' | 'inMemory',
): AsyncGenerator<Answer<z.output<S>>> {
  const list = client.openList(kind);
  let answer = await client.send({ ...ask, list, query: { ...ask.query, per_page: 100 } });
  yield answer;
  for (let next = linkTo('next', answer.headers); next !== null; next = linkTo('next', answer.headers)) {
    // A page that names itself as its next would never end.
    if (next === answer.url.href) throw new ProviderError('answer_malformed', { internal: 'a page is its own next' });
    answer = await client.send({ ...ask, list, path: next, query: {}, conditional: false });
    yield answer;
  }
}
