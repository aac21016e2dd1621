import type { Received, Reply } from './local-host.ts';

/** Cuts a whole list into pages of one, in a host's own way. What is no list goes out as it is. */
export type Pager = (reply: Reply, request: Received, url: string) => Reply;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function addressOf({ path, query }: Received, url: string, page: number): string {
  const next = new URL(`${url}${path}`);
  for (const [name, value] of query) next.searchParams.append(name, value);
  next.searchParams.set('page', String(page));
  return next.href;
}

/** github and gitlab: a list, and a Link header. */
export const byLink: Pager = (reply, request, url) => {
  if (!Array.isArray(reply.body) || reply.body.length < 2) return reply;
  const page = Number(request.query.get('page') ?? 1);
  const link = `<${addressOf(request, url, page + 1)}>; rel="next"`;
  const headers = page < reply.body.length ? { link } : {};
  return { ...reply, headers: { ...reply.headers, ...headers }, body: reply.body.slice(page - 1, page) };
};

const listIn = (reply: Reply, name: string): unknown[] | null => {
  const list = isRecord(reply.body) ? reply.body[name] : null;
  return Array.isArray(list) && list.length > 1 ? list : null;
};

/** bitbucket: `next` is the whole address. */
export const byNext: Pager = (reply, request, url) => {
  const values = listIn(reply, 'values');
  if (!values) return reply;
  const page = Number(request.query.get('page') ?? 1);
  const next = page < values.length ? { next: addressOf(request, url, page + 1) } : {};
  return { ...reply, body: { pagelen: 1, page, values: values.slice(page - 1, page), ...next } };
};

/** Bitbucket Data Center: where to start. */
export const byStart: Pager = (reply, { query }) => {
  const values = listIn(reply, 'values');
  if (!values) return reply;
  const start = Number(query.get('start') ?? 0);
  const isLastPage = start + 1 >= values.length;
  const more = isLastPage ? {} : { nextPageStart: start + 1 };
  return { ...reply, body: { values: values.slice(start, start + 1), size: 1, start, isLastPage, ...more } };
};

/** The devops suite: a token in a header, for commits and refs; its pull requests skip by the hundred. */
export const byContinuation: Pager = (reply, { path, query }) => {
  const value = /\/(commits|refs)$/.test(path) ? listIn(reply, 'value') : null;
  if (!value) return reply;
  const from = Number(query.get('continuationToken') ?? 0);
  const headers = from + 1 < value.length ? { 'x-ms-continuationtoken': String(from + 1) } : {};
  return { ...reply, headers: { ...reply.headers, ...headers }, body: { value: value.slice(from, from + 1) } };
};

/** Every answer names another page, in every host's way: for a host that never comes to an end. */
export function endlessly(script: (request: Received, url: string) => Reply) {
  let page = 0;
  return (request: Received, url: string): Reply => {
    page += 1;
    const first = new URLSearchParams([...request.query].filter(([name]) => name !== 'startAt'));
    const reply = script({ ...request, query: first }, url);
    const next = addressOf(request, url, page);
    const headers = { ...reply.headers, link: `<${next}>; rel="next"`, 'x-ms-continuationtoken': String(page) };
    if (!isRecord(reply.body)) return { ...reply, headers };
    const { value } = reply.body;
    const full = Array.isArray(value) && value.length > 0 ? { value: Array.from({ length: 100 }, () => value[0]) } : {};
    const more = {
      next,
      isLastPage: false,
      nextPageStart: Number(request.query.get('start') ?? 0) + 1,
      nextPageToken: String(page),
      has_more: true,
      next_page: String(page),
      pagination: { hasNextPage: true },
      isLast: false,
      total: Number.MAX_SAFE_INTEGER,
    };
    return { ...reply, headers, body: { ...reply.body, ...full, ...more } };
  };
}
