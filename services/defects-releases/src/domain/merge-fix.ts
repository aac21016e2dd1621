/** A fix by a commit: what calls say of it, and what its commit does. */
export interface CommitFix {
  /** A fix call named the commit; else a release carries the fix, whose time stands with the release. */
  namesCommit: boolean;
  /** The commit's authored time, the time of receipt until that is known, or now where calls only said so. */
  releasedAt: Date | null;
  /** `releasedAt` is the time of receipt. */
  awaitsCommit: boolean;
  /** When a call first said that the commit is released now. */
  releasedNowAt: Date | null;
  pushedAt: Date | null;
  authoredAt: Date | null;
  mergedAt: Date | null;
}

/** What is known of a fix with what was recorded of it. The same recorded again changes nothing, and the order makes no difference. */
export function mergeFix(known: CommitFix, recorded: CommitFix): CommitFix {
  const authoredAt = recorded.authoredAt ?? known.authoredAt;
  const pushedAt = recorded.pushedAt ?? known.pushedAt;
  const merged = { ...known, authoredAt, pushedAt };
  if (!recorded.namesCommit)
    return { ...merged, mergedAt: known.namesCommit ? known.mergedAt : (known.mergedAt ?? recorded.mergedAt) };
  return {
    ...merged,
    ...mergeTimes(known, recorded, authoredAt),
    namesCommit: true,
    // Until a call names it, the commit counts as merged when it was committed; from then on events tell of its merge.
    mergedAt: recorded.authoredAt && !(known.namesCommit && known.authoredAt) ? recorded.mergedAt : known.mergedAt,
  };
}

type ReleaseTimes = Pick<CommitFix, 'releasedAt' | 'awaitsCommit' | 'releasedNowAt'>;

function mergeTimes(known: CommitFix, recorded: CommitFix, authoredAt: Date | null): ReleaseTimes {
  const { releasedAt, awaitsCommit, releasedNowAt } = recorded;
  if (!known.namesCommit) {
    const isKnown = awaitsCommit && authoredAt !== null;
    return { releasedAt: isKnown ? authoredAt : releasedAt, awaitsCommit: awaitsCommit && !isKnown, releasedNowAt };
  }
  const stands = { releasedAt: known.releasedAt, awaitsCommit: known.awaitsCommit, releasedNowAt: known.releasedNowAt };
  if (releasedNowAt) return { ...stands, releasedNowAt: known.releasedNowAt ?? releasedNowAt };
  if (authoredAt) return { ...stands, releasedAt: authoredAt, awaitsCommit: false };
  return known.awaitsCommit ? stands : { ...stands, releasedAt, awaitsCommit };
}
