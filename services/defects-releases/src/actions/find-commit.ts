import { invalidParameter } from '@linescope/contract/fault';
import type { Context } from '../context.ts';

export interface KnownCommit {
  sha: string;
  authoredAt: Date;
  /** Null where it is not on the default branch. */
  mergedAt: Date | null;
}

/**
 * The commit in this repo, or null where it is not imported yet (or analytics is away: a deploy must be recorded all
 * the same, and is completed when the commit arrives). A commit of another repo is the caller's mistake.
 */
export async function findCommit(
  context: Context,
  entityId: number,
  repoId: number,
  sha: string,
  param: string,
): Promise<KnownCommit | null> {
  const commits = await askAnalytics(
    context,
    async () => (await context.analytics.findCommit({ entityId, sha })).commits,
    [],
  );
  const here = commits.find((commit) => commit.repoId === repoId);
  if (here) {
    return {
      sha: here.sha,
      authoredAt: new Date(here.authoredAt),
      mergedAt: here.onDefaultBranch ? new Date(here.committedAt) : null,
    };
  }
  if (commits.length > 0) throw invalidParameter(param, `${param} is a commit of another repo.`);
  return null;
}

/** The newest commit of the default branch at or before a time: the release commit where the caller names none. */
export const newestCommitBefore = (
  context: Context,
  entityId: number,
  repoId: number,
  at: Date,
): Promise<string | null> =>
  joined(context, `newest ${entityId} ${repoId} ${at.toISOString()}`, async () => {
    const question = { entityId, repoId, at: at.toISOString() };
    const commits = await askAnalytics(
      context,
      async () => (await context.analytics.newestCommitBefore(question)).commits,
      [],
    );
    return commits[0]?.sha ?? null;
  });

/** When the first commit whose message names the key was authored. */
export const firstCommitNaming = (context: Context, entityId: number, defectKey: string): Promise<Date | null> =>
  joined(context, `naming ${entityId} ${defectKey}`, async () => {
    const question = { entityId, keys: [defectKey] };
    const commits = await askAnalytics(
      context,
      async () => (await context.analytics.firstCommitsNaming(question)).commits,
      [],
    );
    const authoredAt = commits[0]?.commit?.authoredAt;
    return authoredAt ? new Date(authoredAt) : null;
  });

const underWay = new WeakMap<Context, Map<string, Promise<unknown>>>();

/** Callers that ask the same at the same time share one answer: a pipeline that fires a call 200 times costs one query. */
function joined<T>(context: Context, question: string, ask: () => Promise<T>): Promise<T> {
  const open = underWay.get(context) ?? new Map<string, Promise<unknown>>();
  underWay.set(context, open);
  const known = open.get(question) as Promise<T> | undefined;
  if (known) return known;
  const asked = ask().finally(() => open.delete(question));
  open.set(question, asked);
  return asked;
}

export async function askAnalytics<T>(context: Context, ask: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await ask();
  } catch (err) {
    context.log.warn({ err }, 'analytics did not answer; the record will be completed later');
    return fallback;
  }
}
