import { DAY_MS } from '@linescope/contract/days';
import { countedCommits, isScored } from './commits.ts';
import type { Fact } from './fact.ts';
import { personOf } from './people.ts';
import type { View } from './view.ts';

const LIVED_DAYS = 90;
const ENDS = new Set(['chg', 'del', 'find_replace']);
const dayNumber = (time: number): number => Math.floor(time / DAY_MS);

/** The lines that a commit added, on the day on which they are 90 days old, and how many of them have not ended before. */
export function agedFacts(view: View): Fact[] {
  const endedOn = new Map<string, number>();
  for (const commit of view.world.commits.filter(isScored)) {
    for (const { operation, ends, path } of commit.lines) {
      if (!ends || !ENDS.has(operation)) continue;
      const key = `${commit.repoId} ${ends.sha} ${path} ${ends.line}`;
      endedOn.set(key, Math.min(endedOn.get(key) ?? Number.POSITIVE_INFINITY, dayNumber(commit.authoredAt)));
    }
  }
  return countedCommits(view).flatMap((commit) => {
    const added = commit.lines.filter(({ operation, scored }) => scored && ['add', 'copy'].includes(operation));
    if (added.length === 0) return [];
    const oldOn = dayNumber(commit.authoredAt) + LIVED_DAYS;
    const lived = added.filter(
      ({ path, hunkLine }) => (endedOn.get(`${commit.repoId} ${commit.sha} ${path} ${hunkLine + 1}`) ?? oldOn) >= oldOn,
    ).length;
    return {
      kind: 'lines',
      id: `${commit.repoId} ${commit.sha}`,
      at: oldOn * DAY_MS,
      person: personOf(view.world, commit.identityId),
      repo: commit.repoId,
      amounts: {
        aged: added.length,
        lived,
        'ai aged': commit.ai ? added.length : 0,
        'ai lived': commit.ai ? lived : 0,
      },
    };
  });
}
