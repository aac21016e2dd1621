/** One request from its first byte to its log line: faults, token, then git or the API. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { serveGit } from '../git/serve-git.ts';
import { failure, failureOf, send } from './answer.ts';
import { answerApi } from './answer-api.ts';
import { tokenOf } from './authenticate.ts';
import type { Fault } from './faults.ts';
import { gitRequestAsked, isGitPath } from './git-path.ts';
import type { Host } from './host.ts';
import { readJson } from './read-body.ts';
import { type Answer, type Caller, HostError, notFound } from './route.ts';

/** A report's download link carries its own signature in place of a token. */
const isSigned = (path: string): boolean => path.startsWith('/ai/copilot/download/');
const linkHolder: Caller = { login: 'link', fingerprint: 'link' };

type Outcome = { status: number; charged?: boolean; caller?: Caller };

export async function handleRequest(host: Host, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const named = req.headers.host ?? '';
  const url = new URL(
    `http://${/^[\w.:[\]-]+$/.test(named) ? named : 'localhost'}${req.url?.replace(/^\/+/, '/') ?? '/'}`,
  );
  if (url.pathname.startsWith('/_admin/')) {
    send(res, await answerAdmin(host, url, req).catch((error: unknown) => failureOf(url.pathname, error)), false);
    return;
  }
  const at = new Date(host.now()).toISOString();
  const path = `${url.pathname}${url.search}`;
  const fault = host.faults.takeFor(path);
  const outcome = await answerCaller(host, url, fault, req, res);
  host.log.add({
    at,
    method: req.method ?? 'GET',
    path,
    status: outcome.status,
    login: outcome.caller?.login ?? null,
    token_fingerprint: outcome.caller?.fingerprint ?? null,
    charged: outcome.charged ?? false,
    fault: fault?.kind ?? null,
  });
}

async function answerCaller(
  host: Host,
  url: URL,
  fault: Fault | undefined,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Outcome> {
  if (fault?.kind === 'reset') {
    req.socket.resetAndDestroy();
    return { status: 0 };
  }
  if (fault?.kind === 'slow') await pause(fault.ms, undefined, { ref: false });
  const sent = (answer: Answer, given: Omit<Outcome, 'status'> = {}): Outcome => {
    send(res, answer, fault?.kind === 'truncate');
    return { status: answer.status ?? 200, ...given };
  };
  const token = tokenOf(req.headers);
  const caller = isSigned(url.pathname)
    ? linkHolder
    : token === undefined || host.faults.isRevoked(token)
      ? undefined
      : host.callerOf(token);
  if (!caller) {
    const refusal = failure(url.pathname, 401, token === undefined ? 'Requires authentication' : 'Bad credentials');
    return sent({ ...refusal, headers: { 'WWW-Authenticate': 'Basic realm="GitHub"' } });
  }
  if (fault?.kind === 'fail')
    return sent(failure(url.pathname, fault.status, fault.status === 404 ? 'Not Found' : 'Server Error'), { caller });
  if (!isGitPath(url.pathname)) {
    const { answer, charged } = await answerApi(host, { url, req, caller, fault });
    return sent(answer, { charged, caller });
  }
  try {
    await serveGit(gitRequestAsked(host.data, req.method ?? '', url, host.allowPush), req, res);
    return { status: res.statusCode, caller };
  } catch (error) {
    return sent(failureOf(url.pathname, error), { caller });
  }
}

async function answerAdmin(host: Host, url: URL, req: IncomingMessage): Promise<Answer> {
  const token = tokenOf(req.headers);
  if (token === undefined || !host.isAdmin(token)) throw new HostError(401, 'The admin token is needed here.');
  const found = host.findAdminRoute(req.method ?? 'GET', url.pathname);
  if (!found) throw notFound();
  const caller = { login: 'admin', fingerprint: 'admin' };
  const body = req.method === 'GET' ? undefined : await readJson(req);
  const { origin, pathname: path, searchParams: query } = url;
  return found.route.handle({
    params: found.params,
    query,
    origin,
    api: origin,
    path,
    caller,
    data: host.data,
    now: host.now(),
    body,
  });
}
