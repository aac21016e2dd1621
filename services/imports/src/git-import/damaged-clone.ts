import { GitError } from '@linescope/git-engine/git/git-error';
import { FetchFailure } from './fetch-failure.ts';

/** What git prints of objects and refs that it cannot read; a machine that lost its power leaves some of them empty. */
const DAMAGE =
  /is corrupt|is empty|bad object|bad packed|loose object|not a git repository|unable to (?:read|parse)|inflate|necessary objects|missing (?:blob|tree|commit|object)|packfile|packed-refs|commit-graph|bad config/i;

/**
 * Whether a run failed by its clone, which would fail every later run, too. A clone is a cache: deleted, it is fetched whole. What reads
 * it asks no host, so that any failure of git there is of the clone; of a fetch that failed, git's words decide.
 */
export function isOfDamagedClone(error: unknown): boolean {
  if (error instanceof GitError) return true;
  if (!(error instanceof FetchFailure) || error.reason !== 'transient' || !(error.cause instanceof Error)) return false;
  const own = error.cause.message.split('\n').filter((line) => !/^(?:fatal: )?remote/.test(line));
  return DAMAGE.test(own.join('\n'));
}
