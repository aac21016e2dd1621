import { DAY_MS } from '@linescope/contract/days';
import type { IssueChangeFact, IssueFact, SprintFact } from '../../facts.ts';

/** An issue in a sprint on one day, as it stood when the day ended (or the sprint did). */
export type SprintDay = {
  tracker: SprintFact['tracker'];
  sprintId: string;
  boardId: string;
  date: string;
  issueKey: string;
  storyPoints: number | null;
  status: string;
  done: boolean;
};

/** No sprint lasts longer; a date mistyped by a century must not become a million rows. */
const maxDays = 120;

type Changes = readonly IssueChangeFact[];

/**
 * A field's value at a moment, read backwards: the first change after the moment gives what was there before it;
 * without one, what is there now was there then.
 */
function valueAt(current: string | null, changes: Changes, field: IssueChangeFact['field'], at: string): string | null {
  const later = changes.find((change) => change.field === field && change.at > at);
  return later ? later.from : current;
}

function moments(sprint: SprintFact, now: string): { date: string; at: string }[] {
  if (sprint.startAt === null) return [];
  const end = Math.min(Date.parse(sprint.completedAt ?? sprint.endAt ?? now), Date.parse(now));
  const first = Date.parse(`${sprint.startAt.slice(0, 10)}T00:00:00.000Z`);
  const days: { date: string; at: string }[] = [];
  for (let day = first; day <= end && days.length < maxDays; day += DAY_MS) {
    const at = new Date(Math.min(day + DAY_MS - 1, end)).toISOString();
    days.push({ date: at.slice(0, 10), at });
  }
  return days;
}

/** Membership of sprints by day, from the issues' present state and their histories. Pure. */
export function sprintDays(
  sprints: readonly SprintFact[],
  issues: readonly IssueFact[],
  changes: readonly IssueChangeFact[],
  now: string,
): SprintDay[] {
  const byIssue = Map.groupBy(
    changes.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    (change) => change.issueId,
  );
  const categoryOf = new Map(issues.map((issue) => [issue.status, issue.statusCategory]));
  return sprints.flatMap((sprint) => {
    const days = moments(sprint, now);
    return issues.flatMap((issue) => {
      const history = byIssue.get(issue.hostId) ?? [];
      const everIn =
        issue.sprintIds.includes(sprint.sprintId) ||
        history.some((change) => change.field === 'sprint' && change.from?.split(',').includes(sprint.sprintId));
      if (!everIn) return [];
      return days.flatMap(({ date, at }) => {
        const member = valueAt(issue.sprintIds.join(','), history, 'sprint', at)?.split(',').includes(sprint.sprintId);
        if (!member || issue.createdAt > at) return [];
        const status = valueAt(issue.status, history, 'status', at) ?? issue.status;
        const points = valueAt(issue.storyPoints?.toString() ?? null, history, 'story_points', at);
        const category = categoryOf.get(status);
        const done = category ? category === 'done' : issue.resolvedAt !== null && issue.resolvedAt <= at;
        const { tracker, sprintId, boardId } = sprint;
        return [
          {
            tracker,
            sprintId,
            boardId,
            date,
            issueKey: issue.key,
            storyPoints: points === null || points === '' ? null : Number(points),
            status,
            done,
          },
        ];
      });
    });
  });
}
