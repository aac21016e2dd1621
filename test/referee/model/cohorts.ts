import type { World } from '../world.ts';
import { commitsOf } from './commits.ts';
import { mondayOf } from './intervals.ts';
import { personOf } from './people.ts';

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

interface Week {
  accepted: number;
  days: Set<string>;
  aiLines: number;
}

const known = new WeakMap<World, Map<string, Week>>();

/** A person's whole usage and AI lines of each week. */
function weeksOf(world: World): Map<string, Week> {
  const found = known.get(world);
  if (found) return found;
  const weeks = new Map<string, Week>();
  const week = (person: number, at: number): Week => {
    const key = `${person} ${mondayOf(at)}`;
    const own = weeks.get(key) ?? { accepted: 0, days: new Set<string>(), aiLines: 0 };
    weeks.set(key, own);
    return own;
  };
  for (const usage of world.usages.filter(({ teamId }) => teamId === 0)) {
    const own = week(usage.personId, timeOf(usage.day));
    own.accepted += usage.promptedAccepted + usage.tabAccepted;
    own.days.add(usage.day);
  }
  for (const commit of commitsOf(world, new Set(world.repos.map(({ id }) => id)))) {
    if (commit.ai)
      week(personOf(world, commit.identityId), commit.authoredAt).aiLines += commit.lines.filter(
        ({ scored }) => scored,
      ).length;
  }
  known.set(world, weeks);
  return weeks;
}

/** The AI-use cohort of a person in the week of a time. */
export function cohortOf(world: World, person: number, at: number): string {
  if (person === 0) return 'Unassigned';
  const week = weeksOf(world).get(`${person} ${mondayOf(at)}`);
  if (!week) return 'Non-AI';
  const perDay = week.days.size === 0 ? 0 : week.accepted / week.days.size;
  if (perDay > 10) return 'Power';
  if (perDay >= 5) return 'Regular';
  if (perDay >= 3) return 'Periodic';
  return week.days.size > 0 || week.aiLines > 0 ? 'Sparse' : 'Non-AI';
}
