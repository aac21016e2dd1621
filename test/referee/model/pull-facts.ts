import type { Pull, World } from '../world.ts';
import { businessHours } from './business-time.ts';
import type { Fact } from './fact.ts';
import { personOf } from './people.ts';
import { releasedAtOf } from './releases.ts';
import { counts, type View } from './view.ts';

const DAY_MS = 86_400_000;

const isOf = (pull: Pull) => (said: { repoId: number; number: number }) =>
  said.repoId === pull.repoId && said.number === pull.number;

export const pullsIn = (view: View): Pull[] =>
  view.world.pulls.filter(({ repoId, identityId }) => view.repoIds.has(repoId) && counts(view, identityId));

export const pullFact = (view: View, kind: string, pull: Pull, at: number, amounts: Record<string, number>): Fact => ({
  kind,
  id: `${pull.repoId} ${pull.number}`,
  at,
  person: personOf(view.world, pull.identityId),
  repo: pull.repoId,
  amounts,
});

export const humanReviewsOf = (world: World, pull: Pull): number[] =>
  world.reviews
    .filter((review) => isOf(pull)(review) && !review.bot)
    .map(({ submittedAt }) => submittedAt)
    .toSorted((one, other) => one - other);

export const firstCommitAt = (world: World, pull: Pull): number | null => {
  const times = world.commits
    .filter(({ repoId, sha }) => repoId === pull.repoId && pull.commitShas.includes(sha))
    .map(({ authoredAt }) => authoredAt);
  return times.length === 0 ? null : Math.min(...times);
};

export const mergedPullFacts = (view: View): Fact[] =>
  pullsIn(view).flatMap((pull) => {
    if (pull.mergedAt === null) return [];
    const reviews = view.world.reviews.filter(isOf(pull));
    const first = firstCommitAt(view.world, pull);
    return pullFact(view, 'merged pull', pull, pull.mergedAt, {
      merged: 1,
      'human review': humanReviewsOf(view.world, pull).length > 0 ? 1 : 0,
      'no review': reviews.length === 0 ? 1 : 0,
      'no human review': humanReviewsOf(view.world, pull).length === 0 ? 1 : 0,
      ...(first === null ? {} : { 'cycle days': (pull.mergedAt - first) / DAY_MS }),
    });
  });

/** A pull request is released with its merge commit. */
export const releasedPullFacts = (view: View): Fact[] =>
  pullsIn(view).flatMap((pull) => {
    const released = pull.mergeSha === '' ? null : releasedAtOf(view.world, pull.repoId, pull.mergeSha);
    const first = firstCommitAt(view.world, pull);
    if (released === null || first === null || pull.mergedAt === null) return [];
    const hours = (from: number, until: number) => Math.max(0, until - from) / 3_600_000;
    return pullFact(view, 'released pull', pull, released, {
      'lead days': (released - first) / DAY_MS,
      coding: hours(first, pull.openedAt),
      review: hours(pull.openedAt, pull.mergedAt),
      release: hours(pull.mergedAt, released),
    });
  });

/** At the end of each interval, the open requests that no human has reviewed. */
export const awaitingFacts = (view: View): Fact[] =>
  view.intervals.flatMap(({ until }) =>
    pullsIn(view)
      .filter(
        (pull) =>
          !pull.draft &&
          pull.openedAt < until &&
          (pull.closedAt === null || pull.closedAt >= until) &&
          !humanReviewsOf(view.world, pull).some((at) => at < until),
      )
      .map((pull) => pullFact(view, 'awaiting pull', pull, until - 1, { waited: (until - pull.openedAt) / 3_600_000 })),
  );

export const firstReviewFacts = (view: View): Fact[] =>
  pullsIn(view).flatMap((pull) => {
    const [first] = humanReviewsOf(view.world, pull);
    if (first === undefined) return [];
    const author = personOf(view.world, pull.identityId);
    return pullFact(view, 'first review', pull, first, {
      hours: businessHours(view.world, pull.openedAt, first, author),
    });
  });
