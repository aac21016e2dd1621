import type { Received, Reply } from '../local-host.ts';

/**
 * One small repo, given by every vendor in its own words: pull request 1 of Ada was merged after Grace approved it and asked
 * about a line, 3 is open; there is a tag and, where the vendor has issues, one of them.
 */
export interface Story {
  token: string;
  email: string;
  /** Where git fetches it. */
  cloneUrl: string;
  sha(commit: number): string;
  /** A moment on the n-th day. */
  onDay(day: number): string;
}

export interface Vendor {
  /** Our name of the repo. */
  repoPath: string;
  organizations: number;
  answer(request: Received, url: string): Reply;
  /** What the vendor's webhook says when pull request 3 got a new title. */
  pullMessage(title: string, at: string): { headers: Record<string, string>; body: object };
}

export const denied: Reply = { status: 401, body: { message: 'Unauthorized' } };
export const unknown: Reply = { status: 404, body: { message: 'Not found' } };
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
