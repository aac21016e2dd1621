import type { ChangeRecord, TrackedIssue, TrackerRecord } from '@linescope/code-host/tracker/records';
import { hour, iso } from '../plan/calendar.ts';
import { type Person, teams } from '../plan/people.ts';
import type { Sprint, Ticket } from '../plan/plan-work.ts';

const statusIds = { 'To Do': '10000', 'In Progress': '10001', 'In Review': '10002', Done: '10003' } as const;

export function trackerFile(
  people: readonly Person[],
  sprints: readonly Sprint[],
  tickets: readonly Ticket[],
): TrackerRecord {
  return {
    people: people.map((person) => ({
      accountId: accountId(person),
      displayName: person.name,
      emailAddress: person.email,
    })),
    projects: teams.map((team, index) => ({
      id: 10_100 + index,
      key: team.project,
      name: team.name,
      members: people.filter((person) => person.team === team.slug).map(accountId),
    })),
    boards: teams.map((team) => ({ id: team.boardId, name: `${team.name} board`, project: team.project })),
    sprints: sprints.map((sprint) => ({
      id: sprint.id,
      board_id: sprint.boardId,
      name: sprint.name,
      start: iso(sprint.start),
      end: iso(sprint.end),
    })),
    issues: tickets.map(trackedIssue),
  };
}

export function accountId(person: Person): string {
  return `712020:${person.id}`;
}

function trackedIssue(ticket: Ticket): TrackedIssue {
  const changes = changesOf(ticket);
  const status =
    ticket.resolvedAt !== null
      ? 'Done'
      : ticket.reviewAt !== null
        ? 'In Review'
        : ticket.startedAt !== null
          ? 'In Progress'
          : 'To Do';
  return {
    id: ticket.id,
    key: ticket.key,
    project: ticket.team.project,
    type: ticket.type,
    summary: ticket.summary,
    priority: ticket.priority,
    status,
    points: ticket.points,
    epic: ticket.epic,
    labels: ticket.type === 'Hotfix' ? ['hotfix'] : ticket.type === 'Bug' ? ['bug'] : [],
    reporter: accountId(ticket.reporter),
    assignee: accountId(ticket.assignee),
    sprint_ids: ticket.sprints.map(({ sprint }) => sprint.id),
    created_at: iso(ticket.createdAt),
    updated_at: changes.at(-1)?.at ?? iso(ticket.createdAt),
    resolved_at: ticket.resolvedAt === null ? null : iso(ticket.resolvedAt),
    changes,
  };
}

type Change = Omit<ChangeRecord, 'id' | 'at' | 'by'> & { when: number };

function changesOf(ticket: Ticket): ChangeRecord[] {
  const given: Change[] = [];
  if (ticket.points !== null) {
    given.push({
      when: ticket.createdAt + 0.2 * hour,
      field: 'Story point estimate',
      from: null,
      from_text: null,
      to: String(ticket.points),
      to_text: String(ticket.points),
    });
  }
  let before: Sprint[] = [];
  for (const { sprint, at } of ticket.sprints) {
    const after = [...before, sprint];
    given.push({
      when: at,
      field: 'Sprint',
      from: idsOf(before),
      from_text: namesOf(before),
      to: idsOf(after),
      to_text: namesOf(after),
    });
    before = after;
  }
  let status: keyof typeof statusIds = 'To Do';
  for (const [next, at] of [
    ['In Progress', ticket.startedAt],
    ['In Review', ticket.reviewAt],
    ['Done', ticket.resolvedAt],
  ] as const) {
    if (at === null) continue;
    given.push({
      when: at,
      field: 'status',
      from: statusIds[status],
      from_text: status,
      to: statusIds[next],
      to_text: next,
    });
    if (next === 'Done')
      given.push({ when: at, field: 'resolution', from: null, from_text: null, to: '10000', to_text: 'Done' });
    status = next;
  }
  given.sort((a, b) => a.when - b.when);
  return given.map(({ when, ...change }, index) => ({
    ...change,
    id: ticket.id * 20 + index,
    at: iso(when),
    by: accountId(ticket.assignee),
  }));
}

const idsOf = (sprints: readonly Sprint[]): string => sprints.map((sprint) => sprint.id).join(', ');
const namesOf = (sprints: readonly Sprint[]): string => sprints.map((sprint) => sprint.name).join(', ');
