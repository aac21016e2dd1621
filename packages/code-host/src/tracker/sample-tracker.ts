import type { TrackedIssue, TrackerRecord } from './records.ts';

function issue(n: number, given: Partial<TrackedIssue>): TrackedIssue {
  return {
    id: 1000 + n,
    key: `SUM-${n}`,
    project: 'SUM',
    type: 'Story',
    summary: `Ticket ${n}`,
    priority: 'Medium',
    status: 'To Do',
    points: null,
    epic: null,
    labels: [],
    reporter: 'acc-ada',
    assignee: 'acc-ada',
    sprint_ids: [],
    created_at: `2026-03-0${n}T09:00:00Z`,
    updated_at: `2026-03-0${n}T09:00:00Z`,
    resolved_at: null,
    changes: [],
    ...given,
  };
}

/** An epic, a story done in a sprint that it entered before the start, and a bug nobody has begun. */
export const sampleTracker: TrackerRecord = {
  people: [{ accountId: 'acc-ada', displayName: 'Ada Lovelace', emailAddress: 'ada@example.com' }],
  projects: [{ id: 1, key: 'SUM', name: 'Arithmetic', members: ['acc-ada'] }],
  boards: [{ id: 7, name: 'Sums board', project: 'SUM' }],
  sprints: [
    { id: 71, board_id: 7, name: 'Sums Sprint 1', start: '2026-03-02T09:00:00Z', end: '2026-03-16T09:00:00Z' },
    { id: 72, board_id: 7, name: 'Sums Sprint 2', start: '2026-03-16T09:00:00Z', end: '2026-03-30T09:00:00Z' },
  ],
  issues: [
    issue(1, { type: 'Epic' }),
    issue(2, {
      epic: 'SUM-1',
      status: 'Done',
      points: 5,
      sprint_ids: [71],
      created_at: '2026-03-01T09:00:00Z',
      updated_at: '2026-03-05T12:00:00Z',
      resolved_at: '2026-03-05T12:00:00Z',
      changes: [
        {
          id: 1,
          at: '2026-03-01T10:00:00Z',
          by: 'acc-ada',
          field: 'Sprint',
          from: '',
          from_text: '',
          to: '71',
          to_text: 'Sums Sprint 1',
        },
        {
          id: 2,
          at: '2026-03-03T09:00:00Z',
          by: 'acc-ada',
          field: 'status',
          from: '10000',
          from_text: 'To Do',
          to: '10001',
          to_text: 'In Progress',
        },
        {
          id: 3,
          at: '2026-03-05T12:00:00Z',
          by: 'acc-ada',
          field: 'status',
          from: '10001',
          from_text: 'In Progress',
          to: '10003',
          to_text: 'Done',
        },
      ],
    }),
    issue(3, { type: 'Bug', priority: 'Highest' }),
  ],
};
