import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Answer, HostError } from './route.ts';

/** A refusal in the words of whichever vendor stands at that path. */
export function failure(path: string, status: number, message: string): Answer {
  if (path.startsWith('/tracker/')) return { status, body: { errorMessages: [message], errors: {} } };
  if (path.startsWith('/ai/anthropic/'))
    return { status, body: { type: 'error', error: { type: anthropicType(status), message } } };
  if (path.startsWith('/ai/cursor/')) return { status, body: { error: message } };
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) } };
}

function anthropicType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 404) return 'not_found_error';
  return status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'api_error';
}

export function failureOf(path: string, error: unknown): Answer {
  if (error instanceof HostError) return failure(path, error.status, error.message);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return failure(path, 500, 'Server Error');
}

export function textOf(answer: Answer): string {
  return typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
}

/** Marks an answer with its ETag, and turns it into a 304 where the caller has it already. */
export function withEntityTag(answer: Answer, known: string | undefined): Answer {
  if ((answer.status ?? 200) !== 200) return answer;
  const tag = `"${createHash('sha256').update(textOf(answer)).digest('hex')}"`;
  const headers = { ...answer.headers, ETag: `W/${tag}`, 'Cache-Control': 'private, max-age=60, s-maxage=60' };
  const unchanged = (known ?? '').split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
  return unchanged ? { status: 304, headers, body: '' } : { ...answer, headers };
}

export function send(res: ServerResponse, answer: Answer, truncated: boolean): void {
  const status = answer.status ?? 200;
  if (status === 304 || status === 204) {
    res.writeHead(status, answer.headers).end();
    return;
  }
  const text = textOf(answer);
  const sent = truncated ? text.slice(0, Math.floor(text.length / 2)) : text;
  const type = answer.type ?? 'application/json; charset=utf-8';
  res
    .writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(sent), ...answer.headers })
    .end(sent);
}
