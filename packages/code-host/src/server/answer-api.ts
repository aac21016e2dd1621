/** An API call of a known caller: quota, route, ETag, and the headers GitHub puts on every answer. */
import type { IncomingMessage } from 'node:http';
import { failure, failureOf, withEntityTag } from './answer.ts';
import type { Fault } from './faults.ts';
import type { Host } from './host.ts';
import { readJson } from './read-body.ts';
import { type Answer, type Caller, notFound } from './route.ts';

export type ApiCall = { url: URL; req: IncomingMessage; caller: Caller; fault: Fault | undefined };

export async function answerApi(host: Host, call: ApiCall): Promise<{ answer: Answer; charged: boolean }> {
  // A client that is given `/ai/copilot` as a server's address adds `/api/v3` by itself.
  const path = call.url.pathname.replace(/^(\/ai\/copilot)?\/api\/v3(?=\/)/, '');
  if (/^\/(tracker|ai)\//.test(path))
    return {
      answer: await callRoute(host, call, path).catch((error: unknown) => failureOf(path, error)),
      charged: false,
    };
  const free = path === '/rate_limit';
  const resource = path.endsWith('/graphql') ? 'graphql' : 'core';
  // As at GitHub, the two have budgets of their own.
  const token = resource === 'core' ? call.caller.fingerprint : `${call.caller.fingerprint} graphql`;
  if (!free && !host.quota.take(token, host.now())) {
    const refusal = failure(path, 403, `API rate limit exceeded for user ${call.caller.login}.`);
    return { answer: withHostHeaders(host, { token, resource }, refusal), charged: false };
  }
  const answer = withEntityTag(
    await callRoute(host, call, path).catch((error: unknown) => failureOf(path, error)),
    call.req.headers['if-none-match'],
  );
  const unchanged = answer.status === 304;
  if (unchanged && !free) host.quota.giveBack(token, host.now());
  return { answer: withHostHeaders(host, { token, resource }, answer), charged: !free && !unchanged };
}

async function callRoute(host: Host, { url, req, caller, fault }: ApiCall, path: string): Promise<Answer> {
  if (fault?.kind === 'secondary_limit') {
    const refusal = failure(
      path,
      fault.status,
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    );
    return { ...refusal, headers: { 'Retry-After': String(fault.retry_after) } };
  }
  const found = host.findRoute(req.method ?? 'GET', path);
  if (!found) throw notFound();
  return found.route.handle({
    params: found.params,
    query: url.searchParams,
    origin: url.origin,
    api: url.pathname === path ? url.origin : `${url.origin}/api/v3`,
    path: url.pathname,
    caller,
    data: host.data,
    now: host.now(),
    body: req.method === 'GET' ? undefined : await readJson(req),
  });
}

function withHostHeaders(host: Host, { token, resource }: { token: string; resource: string }, answer: Answer): Answer {
  const standing = host.quota.standing(token, host.now());
  const { limit, remaining, used, reset } = host.faults.reportsZeroQuota()
    ? { ...standing, limit: 0, remaining: 0, used: 0 }
    : standing;
  return {
    ...answer,
    headers: {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Used': String(used),
      'X-RateLimit-Reset': String(reset),
      'X-RateLimit-Resource': resource,
      'X-OAuth-Scopes': host.faults.scopes(),
      'X-GitHub-Media-Type': 'github.v3; format=json',
      ...answer.headers,
    },
  };
}
