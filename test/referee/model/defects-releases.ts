import { businessDays, businessHours } from './business-time.ts';
import { countedCommits, isBug } from './commits.ts';
import { defectFacts, elapsedFacts, fixCommitsIn, isTouched } from './defect-facts.ts';
import {
  type Fact,
  type Formula,
  meanOf,
  median,
  peopleIn,
  percentOf,
  type Segment,
  segment,
  sum,
  sumOf,
} from './fact.ts';
import { defectsOf } from './fixes.ts';
import { issueFact, issuesIn } from './issue-facts.ts';
import { commitNames, issuesInMessage, issuesOfPull, pullsOfCommit } from './keys.ts';
import { personOf } from './people.ts';
import { releasedPullFacts } from './pull-facts.ts';
import { type KnownRelease, releasedAtOf, releasesOf } from './releases.ts';
import type { View } from './view.ts';

const DAY_MS = 86_400_000;

const releaseFacts = (view: View): Fact[] =>
  releasesOf(view.world)
    .filter(({ repoId }) => view.repoIds.has(repoId))
    .map((release) => ({
      kind: 'release',
      id: `${release.id}`,
      at: release.releasedAt,
      person: 0,
      repo: release.repoId,
      repos: [release.repoId],
      amounts: {
        releases: 1,
        failed: isFollowedByDefect(view, release) ? 1 : 0,
        faulty: wroteFixedLines(view, release) ? 1 : 0,
        repairing: carriesFix(view, release) ? 1 : 0,
      },
    }));

/** A critical defect of the repo was detected before the repo's next release. */
function isFollowedByDefect(view: View, { repoId, releasedAt, id }: KnownRelease): boolean {
  const later = releasesOf(view.world).filter(
    (other) => other.repoId === repoId && other.id !== id && other.releasedAt >= releasedAt,
  );
  const until = later.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...later.map((other) => other.releasedAt));
  return defectsOf(view.world).some(
    ({ repoIds, detectedAt }) => repoIds.includes(repoId) && detectedAt >= releasedAt && detectedAt < until,
  );
}

/** A fix, counted once in the scope asked, changed or deleted a line that a commit of the release wrote. */
function wroteFixedLines(view: View, { repoId, carried }: KnownRelease): boolean {
  const shas = new Set(carried.map(({ sha }) => sha));
  return fixCommitsIn(view).some(
    (commit) =>
      commit.repoId === repoId && commit.lines.some((line) => isTouched(line) && shas.has(line.origin?.sha ?? '')),
  );
}

/** It says so, or a fix is among the commits that it was the first to carry. */
const carriesFix = (view: View, { carried, defectKeys, issueKeys }: KnownRelease): boolean =>
  defectsOf(view.world).some(
    ({ key, fixCommits }) =>
      defectKeys.includes(key) || issueKeys.includes(key) || fixCommits.some((commit) => carried.includes(commit)),
  );

const releasedCommitFacts = (view: View): Fact[] =>
  countedCommits(view).flatMap((commit) => {
    const at = releasedAtOf(view.world, commit.repoId, commit.sha);
    if (at === null) return [];
    return {
      kind: 'released commit',
      id: `${commit.repoId} ${commit.sha}`,
      at,
      person: personOf(view.world, commit.identityId),
      repo: commit.repoId,
      amounts: { days: Math.max(0, at - commit.authoredAt) / DAY_MS },
    };
  });

const bugsResolved = (view: View): Fact[] =>
  issuesIn(view).flatMap((issue) => {
    if (!isBug(issue.type) || issue.resolvedAt === null) return [];
    const days = businessDays(view.world, issue.createdAt, issue.resolvedAt, personOf(view.world, issue.assigneeId));
    return issueFact(view, issue, issue.resolvedAt, { days });
  });

/** Bug issues by when they were found, and whether the code that their commits changed had been released before. */
const bugsFound = (view: View): Fact[] =>
  issuesIn(view)
    .filter(({ type }) => isBug(type))
    .map((issue) => {
      const { world } = view;
      const commits = world.commits.filter(
        (commit) =>
          commit.onDefaultBranch &&
          !commit.removed &&
          !commit.merge &&
          (issuesInMessage(world, commit).includes(issue) ||
            pullsOfCommit(world, commit).some((pull) => issuesOfPull(world, pull).includes(issue)) ||
            (issue.repoId === 0 && commitNames(world, commit, issue.key))),
      );
      const escaped = commits.some((commit) =>
        commit.lines.filter(isTouched).some(({ origin }) => {
          const released = releasedAtOf(world, commit.repoId, origin?.sha ?? '');
          return released !== null && released < issue.createdAt;
        }),
      );
      return { ...issueFact(view, issue, issue.createdAt, { escaped: escaped ? 1 : 0 }), kind: 'found bug', person: 0 };
    });

const defects = (formula: Formula): Segment => segment(0, true, defectFacts, formula);
const hours = (facts: Segment['facts']): Segment => segment(1, false, facts, meanOf('hours'));
const releases = (name: string): Segment =>
  segment(1, false, releaseFacts, (facts) => percentOf(sum(facts, name), facts.length));

export const deliverySegments: Record<string, Segment> = {
  defect_detected_count: defects(sumOf('defects')),
  detected_defect_fix_merged_count: defects(sumOf('merged')),
  hours_to_fix_activity: hours(elapsedFacts(({ firstActivityAt }) => firstActivityAt)),
  hours_to_fix_merged: hours(elapsedFacts(({ firstMergedAt }) => firstMergedAt)),
  mean_hours_to_first_repair: hours(elapsedFacts(({ firstReleasedAt }) => firstReleasedAt, businessHours)),
  mean_hours_to_resolved: hours(elapsedFacts(({ resolvedAt }) => resolvedAt, businessHours)),
  absolute_hours_to_first_repair: hours(elapsedFacts(({ firstReleasedAt }) => firstReleasedAt)),
  absolute_hours_to_resolved: hours(elapsedFacts(({ resolvedAt }) => resolvedAt)),
  issue_business_days_to_fix: segment(1, false, bugsResolved, meanOf('days')),
  release_count: segment(0, true, releaseFacts, sumOf('releases')),
  committer_deploy_count: segment(0, false, releasedCommitFacts, (facts) => peopleIn(facts).length),
  release_phase: {
    precision: 1,
    additive: false,
    facts: releasedPullFacts,
    formulas: { Coding: meanOf('coding'), Review: meanOf('review'), 'Merge to release': meanOf('release') },
  },
  dora_change_lead_time: segment(1, false, releasedCommitFacts, (facts) =>
    median(facts.flatMap(({ amounts }) => amounts['days'] ?? [])),
  ),
  change_failure_rate: releases('failed'),
  release_defect_percent: releases('faulty'),
  release_resolves_defect_count: segment(0, true, releaseFacts, sumOf('repairing')),
  rework_rate: releases('repairing'),
  bug_escape_rate: segment(1, false, bugsFound, (facts) => percentOf(sum(facts, 'escaped'), facts.length)),
};
