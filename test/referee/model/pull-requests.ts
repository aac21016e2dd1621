import { commitFacts, countedCommits } from './commits.ts';
import { type Fact, type Formula, having, meanOf, type Segment, segment, sumOf } from './fact.ts';
import { personOf } from './people.ts';
import { phaseFacts } from './phases.ts';
import {
  awaitingFacts,
  firstReviewFacts,
  mergedPullFacts,
  pullFact,
  pullsIn,
  releasedPullFacts,
} from './pull-facts.ts';
import { releasedAtOf } from './releases.ts';
import { inReposOfTeam } from './teams.ts';
import { counts, statusOf, type View } from './view.ts';

const DAY_MS = 86_400_000;
const records: Formula = (facts) => facts.length;

const opened = (view: View): Fact[] =>
  pullsIn(view).map((pull) => pullFact(view, 'opened pull', pull, pull.openedAt, {}));

export const abandoned = (view: View): Fact[] =>
  pullsIn(view).flatMap((pull) =>
    pull.closedAt !== null && pull.mergedAt === null ? pullFact(view, 'abandoned pull', pull, pull.closedAt, {}) : [],
  );

const resolved = (view: View): Fact[] =>
  pullsIn(view).flatMap((pull) => {
    const end = pull.mergedAt ?? pull.closedAt;
    return end === null ? [] : pullFact(view, 'resolved pull', pull, end, { days: (end - pull.openedAt) / DAY_MS });
  });

const pullOf = (view: View, said: { repoId: number; number: number }) =>
  view.world.pulls.find(({ repoId, number }) => repoId === said.repoId && number === said.number);

const reviews = (view: View): Fact[] =>
  view.world.reviews
    .filter(({ repoId, identityId }) => view.repoIds.has(repoId) && counts(view, identityId))
    .map((review) => ({
      kind: 'review',
      id: `${review.repoId} ${review.number}`,
      at: review.submittedAt,
      person: personOf(view.world, review.identityId),
      repo: review.repoId,
      amounts: { commits: pullOf(view, review)?.commitShas.length ?? 0 },
    }));

/** Comments of others than the author, by who left them or by whose request it is. */
const comments =
  (by: 'reviewer' | 'author') =>
  (view: View): Fact[] =>
    view.world.comments.flatMap((comment): Fact[] => {
      const { world } = view;
      const pull = pullOf(view, comment);
      if (!pull || comment.deleted || !view.repoIds.has(comment.repoId)) return [];
      const reviewer = personOf(world, comment.identityId);
      const author = personOf(world, pull.identityId);
      const person = by === 'reviewer' ? reviewer : author;
      if (reviewer === author || statusOf(world, reviewer) !== 'processing_stats' || !counts(view, person)) return [];
      return [{ kind: 'comment', id: comment.id, at: comment.createdAt, person, repo: comment.repoId, amounts: {} }];
    });

const distinct: Formula = (facts) => new Set(facts.map(({ id }) => id)).size;
const commitsInDistinct: Formula = (facts) =>
  [...Map.groupBy(facts, ({ id }) => id).values()].reduce((all, [one]) => all + (one?.amounts['commits'] ?? 0), 0);

/** A fact for each committer at their first commit, with the days from it to something that came first later. */
const sinceFirstCommit =
  (timesOf: (view: View) => Map<number, number>) =>
  (view: View): Fact[] => {
    const times = timesOf(view);
    // A team's own repos limit what is looked at; when somebody joined the team does not make them new.
    const own = commitFacts(view).filter(({ repo }) => inReposOfTeam(view, repo));
    return [...Map.groupBy(own, ({ person }) => person)].flatMap(([person, theirs]): Fact[] => {
      const [first] = theirs.toSorted((one, other) => one.at - other.at);
      const then = times.get(person);
      if (!first || then === undefined) return [];
      return [
        { ...first, kind: 'newcomer', id: `${person}`, amounts: { days: Math.max(0, then - first.at) / DAY_MS } },
      ];
    });
  };

function earliestBy(events: { person: number; at: number }[]): Map<number, number> {
  const first = new Map<number, number>();
  for (const { person, at } of events) first.set(person, Math.min(at, first.get(person) ?? at));
  return first;
}

const firstReleases = (view: View): Map<number, number> =>
  earliestBy(
    countedCommits(view)
      .filter(({ repoId }) => inReposOfTeam(view, repoId))
      .flatMap((commit) => {
        const at = releasedAtOf(view.world, commit.repoId, commit.sha);
        return at === null ? [] : [{ person: personOf(view.world, commit.identityId), at }];
      }),
  );

export const pullRequestSegments: Record<string, Segment> = {
  prs_opened: segment(0, true, opened, records),
  pr_abandoned_count: segment(0, true, abandoned, records),
  pull_request_phase: {
    precision: 0,
    additive: true,
    parts: true,
    facts: phaseFacts,
    formulas: {
      Preparing: sumOf('preparing'),
      Revising: sumOf('revising'),
      'After merge': sumOf('after merge'),
    },
  },
  pr_cycle: segment(1, false, having(mergedPullFacts, 'cycle days'), meanOf('cycle days')),
  pr_lead_time: segment(1, false, having(releasedPullFacts, 'lead days'), meanOf('lead days')),
  pr_resolved_days: segment(1, false, resolved, meanOf('days')),
  pr_awaiting_review_count: segment(0, false, awaitingFacts, records),
  pr_awaiting_review_hours: segment(1, false, awaitingFacts, meanOf('waited')),
  pr_average_hours_awaiting_first_review: segment(1, false, firstReviewFacts, meanOf('hours')),
  pr_review_count: segment(0, true, reviews, records),
  prs_reviewed: segment(0, false, reviews, distinct),
  commits_reviewed: segment(0, false, reviews, commitsInDistinct),
  pr_comments_left: segment(0, true, comments('reviewer'), records),
  pr_comments_received: segment(0, true, comments('author'), records),
  pr_merged_without_any_review_count: segment(0, true, mergedPullFacts, sumOf('no review')),
  pr_merged_without_human_review_count: segment(0, true, mergedPullFacts, sumOf('no human review')),
  days_to_first_pr: segment(
    1,
    false,
    sinceFirstCommit((view) => earliestBy(mergedPullFacts(view).filter(({ repo }) => inReposOfTeam(view, repo)))),
    meanOf('days'),
  ),
  days_to_first_deploy: segment(1, false, sinceFirstCommit(firstReleases), meanOf('days')),
};
