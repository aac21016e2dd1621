import { addDays, DAY_MS, dayMs } from '@linescope/contract/days';
import { CLAUDE, COPILOT, CURSOR } from '@linescope/contract/vendors';
import type { Random } from './random.ts';
import { DEFECT_KEYS } from './random-history.ts';
import type { Commit, Defect, Issue, Release, Repo, Usage, World } from './world.ts';
import { FIRST_DAY } from './world-days.ts';

const HOUR_MS = 3_600_000;

/** By a sha, by a time, by a sha and a time, and one whose commit nobody knows. */
export function randomReleases(
  random: Random,
  repos: Repo[],
  { commits, pulls }: Pick<World, 'commits' | 'pulls'>,
  issues: Issue[],
): Release[] {
  const inBranches = new Set(pulls.flatMap(({ commitShas }) => commitShas));
  return repos.slice(0, 3).flatMap((repo, index) => {
    const own = commits
      .filter((commit) => commit.repoId === repo.id && commit.onDefaultBranch && !commit.removed)
      // Where the default branch stood: neither within a branch that was merged later nor applied from elsewhere.
      .filter(({ sha, parents }) => parents.length > 0 && !inBranches.has(sha))
      .filter(({ authoredAt, committedAt }) => authoredAt >= dayMs(FIRST_DAY) && committedAt - authoredAt < HOUR_MS)
      .sort((one, other) => one.committedAt - other.committedAt);
    const chosen = own.filter((_, place) => place % (index + 4) === 3);
    return chosen.map((commit, number): Release => {
      const route = number === 2 && index === 1 ? 'unknown' : random.pick(['sha', 'time', 'both'] as const);
      const wait = route === 'time' ? random.between(1, 59) * 1_000 : random.between(1, 48) * HOUR_MS;
      return {
        repoId: repo.id,
        name: `v${number}`,
        sha: route === 'unknown' ? 'f'.repeat(39) + String(repo.id % 10) : route === 'time' ? null : commit.sha,
        releasedAt: route === 'sha' ? null : commit.committedAt + wait,
        defectKeys: random.chance(0.15) ? [random.pick(DEFECT_KEYS)] : [],
        issueKeys: random.chance(0.25) ? [random.pick(issues).key] : [],
      };
    });
  });
}

/** Defects whose keys commits, branches, pull requests and releases name, at every scope, with fixes by sha and by time. */
export function randomDefects(
  random: Random,
  slug: string,
  repos: Repo[],
  commits: Commit[],
  issues: Issue[],
  releases: Release[],
): Defect[] {
  // A release makes defects of the bugs it names; these are recorded by hand beside them.
  const released = new Set(releases.flatMap(({ issueKeys }) => issueKeys));
  const bugs = issues.filter(({ type, key, repoId }) => type === 'Bug' && repoId === 0 && !released.has(key));
  const keys = [...DEFECT_KEYS, ...bugs.slice(0, 3).map(({ key }) => key), 'alone', 'timed', 'pointed', 'twice'];
  return keys.map((key): Defect => {
    const repo = random.pick(repos);
    const organization = repo.path.split('/')[0] ?? '';
    const resourcePath = random.pick([slug, `${slug}/${organization}`, `${slug}/${repo.path}`, `${slug}/${repo.path}`]);
    const detectedAt = dayMs(FIRST_DAY) + random.between(5, 100) * DAY_MS + random.below(24) * HOUR_MS;
    const after = commits.filter(
      (commit) =>
        commit.repoId === repo.id &&
        commit.onDefaultBranch &&
        !commit.merge &&
        !commit.removed &&
        commit.authoredAt > detectedAt,
    );
    const byTime = { repoId: repo.id, sha: null, releasedAt: detectedAt + random.between(2, 400) * HOUR_MS };
    const bySha = after.length > 0 ? [{ repoId: repo.id, sha: random.pick(after).sha, releasedAt: null }] : [];
    const fixes =
      key === 'timed'
        ? [byTime]
        : key === 'pointed'
          ? bySha
          : key === 'twice'
            ? [...bySha, byTime]
            : random.chance(0.2)
              ? bySha
              : [];
    return { key, resourcePath, detectedAt, fixes };
  });
}

/** Usage by person and by team, as vendors report it for the entity and as customers submit it for any scope. */
export function randomUsages(random: Random, world: Omit<World, 'usages'>): Usage[] {
  const people = world.identities.filter(({ id, primaryId }) => id === primaryId);
  const usages: Usage[] = [];
  const usage = (over: Partial<Usage>): Usage => {
    const promptedSuggested = random.below(30);
    const tabSuggested = random.below(40);
    return {
      resourcePath: world.slug,
      provider: 'custom',
      model: 'm',
      day: FIRST_DAY,
      personId: 0,
      teamId: 0,
      linesAdded: random.below(200),
      linesDeleted: random.below(50),
      promptedSuggested,
      promptedAccepted: random.below(promptedSuggested + 1),
      tabSuggested,
      tabAccepted: random.below(tabSuggested + 1),
      cents: random.between(1, 400) / 2,
      ...over,
    };
  };
  const paths = [
    world.slug,
    ...new Set(world.repos.map(({ path }) => `${world.slug}/${path.split('/')[0]}`)),
    ...world.repos.map(({ path }) => `${world.slug}/${path}`),
  ];
  for (let number = 0; number < 110; number += 1) {
    const day = addDays(FIRST_DAY, random.below(112));
    const person = random.pick(people);
    if (random.chance(0.6)) {
      const provider = random.pick([CLAUDE, CURSOR, COPILOT]);
      const personId = random.chance(0.06) ? 0 : person.primaryId;
      usages.push(usage({ provider, model: `m${number}`, day, personId }));
    } else {
      const ofTeam = random.chance(0.3);
      const who = ofTeam ? { teamId: random.pick(world.teams).id } : { personId: person.primaryId };
      usages.push(usage({ resourcePath: random.pick(paths), model: `own${number}`, day, ...who }));
    }
  }
  return usages;
}
