import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Answer, HostError } from './route.ts';

/** GitHub's form of a refusal. */
export function failure(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) } };
}

export function failureOf(error: unknown): Answer {
  if (error instanceof HostError) return failure(error.status, error.message);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return failure(500, 'Server Error');
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
  const text = answer.status === 304 ? '' : textOf(answer);
  const sent = truncated ? text.slice(0, Math.floor(text.length / 2)) : text;
  const length = answer.status === 304 ? {} : { 'Content-Length': Buffer.byteLength(sent) };
  const type = { 'Content-Type': answer.type ?? 'application/json; charset=utf-8' };
  res.writeHead(answer.status ?? 200, { ...type, ...length, ...answer.headers }).end(sent);
}
