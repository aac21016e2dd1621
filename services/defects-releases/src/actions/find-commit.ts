import { invalidParameter } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import { type KnownCommit, toKnownCommit } from '../domain/commit.ts';

/**
 * The commit in this repo, or null where it is not imported yet (or analytics is unavailable: a deploy must be recorded all
 * the same, and is completed when the commit arrives). A commit of another repo is the caller's mistake.
 */
export const findCommit = (
  context: Context,
  entityId: number,
  repoId: number,
  sha: string,
  param: string,
): Promise<KnownCommit | null> => lookUp(context, { entityId, sha }, repoId, param);

/** The same for a release, which needs no time of merge: analytics may know the rest without a look into its tables. */
export const findReleaseCommit = (
  context: Context,
  entityId: number,
  repoId: number,
  sha: string,
): Promise<KnownCommit | null> => lookUp(context, { entityId, sha, repoId }, repoId, 'release_sha');

async function lookUp(
  context: Context,
  request: { entityId: number; sha: string; repoId?: number },
  repoId: number,
  param: string,
): Promise<KnownCommit | null> {
  const commits = await callAnalytics(context, async () => (await context.analytics.findCommit(request)).commits, []);
  const here = commits.find((commit) => commit.repoId === repoId);
  if (here) return toKnownCommit(here);
  if (commits.length > 0) throw invalidParameter(param, `${param} is a commit of another repo.`);
  return null;
}

/** The newest commit of the default branch at or before a time: the release commit where the caller names none. */
export const newestCommitBefore = (
  context: Context,
  entityId: number,
  repoId: number,
  at: Date,
): Promise<KnownCommit | null> =>
  shareCall(context, `newest ${entityId} ${repoId} ${at.toISOString()}`, async () => {
    const request = { entityId, repoId, at: at.toISOString() };
    const commits = await callAnalytics(
      context,
      async () => (await context.analytics.newestCommitBefore(request)).commits,
      [],
    );
    return commits[0] ? toKnownCommit(commits[0]) : null;
  });

const calls = new WeakMap<Context, Map<string, Promise<unknown>>>();

/** Identical calls at the same time share one: a pipeline that sends the same request 200 times costs one query. */
function shareCall<T>(context: Context, key: string, call: () => Promise<T>): Promise<T> {
  const open = calls.get(context) ?? new Map<string, Promise<unknown>>();
  calls.set(context, open);
  const known = open.get(key) as Promise<T> | undefined;
  if (known) return known;
  const started = call().finally(() => open.delete(key));
  open.set(key, started);
  return started;
}

export async function callAnalytics<T>(context: Context, call: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await call();
  } catch (err) {
    context.log.warn({ err }, 'calling analytics failed, the record is completed when the commit or issue is stored');
    return fallback;
  }
}
