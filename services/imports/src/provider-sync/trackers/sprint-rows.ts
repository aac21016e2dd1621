import { DAY_MS, dayOf } from '@linescope/contract/days';
import type { sprintDaysTable } from '@linescope/facts/provider-tables';
import type { FactRow } from '@linescope/facts/table';
import type { Fact, IssueChangeFact, IssueFact, SprintFact } from '@linescope/providers/facts';
import { sprintDays } from '@linescope/providers/trackers/jira/sprint-days';

type Row = FactRow<typeof sprintDaysTable>;

/**
 * A row for every issue that was ever in a sprint and every day of it, member or not: one that was taken out in the
 * course of a day is no longer a member of that day. Only sprints that end at or after `since`.
 */
export function sprintRows(facts: readonly Fact[], entityId: number, since: Date | null, now: Date): Row[] {
  const sprints = facts
    .filter((fact) => fact.fact === 'sprint')
    .filter(({ completedAt, endAt }) => {
      const end = completedAt ?? endAt;
      return since === null || end === null || new Date(end) >= since;
    });
  const issues = facts.filter((fact) => fact.fact === 'issue');
  const changes = facts.filter((fact) => fact.fact === 'issue_change');
  const days = sprintDays(sprints, issues, changes, now.toISOString());
  const bySprint = Map.groupBy(days, (day) => day.sprintId);
  return sprints.flatMap((sprint) => {
    const own = bySprint.get(sprint.sprintId) ?? [];
    const members = new Map(own.map((day) => [JSON.stringify([day.issueKey, day.date]), day]));
    const dates = datesOf(sprint, now);
    return keysEverIn(sprint.sprintId, issues, changes).flatMap((issueKey) =>
      dates.map((date) => {
        const member = members.get(JSON.stringify([issueKey, date]));
        return {
          entity_id: entityId,
          sprint_id: sprint.sprintId,
          issue_key: issueKey,
          day: date,
          board_id: sprint.boardId,
          sprint_name: sprint.name,
          sprint_started_at: sprint.startAt,
          sprint_ended_at: sprint.completedAt ?? sprint.endAt,
          story_points: member?.storyPoints ?? null,
          member: member !== undefined,
          version: now.getTime(),
        };
      }),
    );
  });
}

function keysEverIn(sprintId: string, issues: readonly IssueFact[], changes: readonly IssueChangeFact[]): string[] {
  const moved = new Set(
    changes
      .filter(
        ({ field, from, to }) => field === 'sprint' && [from, to].some((ids) => ids?.split(',').includes(sprintId)),
      )
      .map(({ issueId }) => issueId),
  );
  return issues.filter((issue) => issue.sprintIds.includes(sprintId) || moved.has(issue.hostId)).map(({ key }) => key);
}

/** As `sprintDays` has it: a date mistyped by a century must not become a million rows. */
const MAX_DAYS = 120;

function datesOf({ startAt, endAt, completedAt }: SprintFact, now: Date): string[] {
  if (startAt === null) return [];
  const end = Math.min(Date.parse(completedAt ?? endAt ?? now.toISOString()), now.getTime());
  const dates: string[] = [];
  for (let at = Math.floor(Date.parse(startAt) / DAY_MS) * DAY_MS; at <= end && dates.length < MAX_DAYS; at += DAY_MS)
    dates.push(dayOf(new Date(at)));
  return dates;
}
