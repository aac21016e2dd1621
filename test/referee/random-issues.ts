import { addDays, DAY_MS, dayMs, dayOf } from '@linescope/contract/days';
import type { Random } from './random.ts';
import type { Identity, Issue, Repo, Sprint } from './world.ts';
import { FIRST_DAY } from './world-days.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function randomIssues(random: Random, repos: Repo[], identities: Identity[]): Issue[] {
  const assignees = [0, ...identities.filter(({ status }) => status !== 'not_processing').map(({ id }) => id)];
  const issue = (key: string, repoId: number): Issue => {
    const createdAt = dayMs(FIRST_DAY) + random.below(95 * DAY_MS);
    const startedAt = random.chance(0.75) ? createdAt + random.below(6 * DAY_MS) : null;
    const resolvedAt = random.chance(0.75) ? (startedAt ?? createdAt) + random.between(MINUTE_MS, 12 * DAY_MS) : null;
    const epic = repoId === 0 && random.chance(0.12);
    return {
      key,
      repoId,
      type: epic ? 'Epic' : random.pick(['Bug', 'Bug', 'Hotfix', 'Story', 'Task']),
      epic,
      assigneeId: random.pick(assignees),
      points: !epic && random.chance(0.7) ? random.pick([1, 2, 3, 5, 8, 0.5]) : null,
      createdAt,
      startedAt,
      resolvedAt,
    };
  };
  const ofTracker = Array.from({ length: 60 }, (_, index) => issue(`OPS-${index + 1}`, 0));
  const [app, api] = repos;
  const ofHost = [app, api].flatMap((repo) =>
    repo ? [1, 2, 3, 4].map((number) => issue(`${repo.path}#${9_000 + number}`, repo.id)) : [],
  );
  return [...ofTracker, ...ofHost];
}

/** Of two boards, each two weeks long, from a Monday morning to a Friday afternoon. */
export function randomSprints(random: Random, issues: Issue[]): Sprint[] {
  const ofTracker = issues.filter(({ repoId, epic }) => repoId === 0 && !epic);
  return ['1', '2'].flatMap((boardId, board) =>
    Array.from({ length: 6 }, (_, number): Sprint => {
      const startDay = addDays(FIRST_DAY, 14 * number + 7 * board);
      const startedAt = dayMs(startDay) + 8 * HOUR_MS;
      const endedAt = startedAt + 11 * DAY_MS + 9 * HOUR_MS;
      const dates: string[] = [];
      for (let at = dayMs(startDay); at <= endedAt; at += DAY_MS) dates.push(dayOf(new Date(at)));
      const candidates = ofTracker.filter(
        ({ createdAt, resolvedAt }, index) =>
          index % 2 === board && createdAt < endedAt && (resolvedAt === null || resolvedAt >= startedAt),
      );
      const own = random.some(candidates, 0.5);
      const days = own.flatMap((issue) => {
        const from = random.chance(0.6) ? 0 : random.below(dates.length);
        const until = random.chance(0.8) ? dates.length : random.between(from + 1, dates.length);
        return dates.map((day, index) => {
          const member = index >= from && index < until;
          return { day, issueKey: issue.key, points: member ? issue.points : null, member };
        });
      });
      const id = `${boardId}${number}`;
      return { id, name: `Sprint ${id}`, boardId, startedAt, endedAt, days };
    }),
  );
}
