/** An issue as Jira Cloud's REST API, version 3, gives it. */
import type { Asked } from '../server/route.ts';
import { stableId } from '../store/data-folder.ts';
import type { ChangeRecord, SprintRecord, TrackedIssue, TrackerRecord } from './records.ts';

export const pointsField = 'customfield_10016';
export const sprintField = 'customfield_10020';

const categories = {
  'To Do': { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' },
  'In Progress': { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  'In Review': { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  Done: { id: 3, key: 'done', colorName: 'green', name: 'Done' },
} as const;
const statusIds = { 'To Do': '10000', 'In Progress': '10001', 'In Review': '10002', Done: '10003' } as const;

/** Jira writes times with milliseconds and an offset without a colon. */
export function jiraTime(time: string): string {
  return new Date(time).toISOString().replace('Z', '+0000');
}

export function restUrl(asked: Asked): string {
  return `${asked.origin}/tracker/rest/api/3`;
}

export function renderPerson(asked: Asked, tracker: TrackerRecord, accountId: string | null) {
  const person = tracker.people.find((candidate) => candidate.accountId === accountId);
  if (!person) return null;
  return {
    self: `${restUrl(asked)}/user?accountId=${encodeURIComponent(person.accountId)}`,
    accountId: person.accountId,
    accountType: 'atlassian',
    emailAddress: person.emailAddress,
    displayName: person.displayName,
    active: true,
    timeZone: 'Etc/UTC',
    avatarUrls: {},
  };
}

export function renderSprint(sprint: SprintRecord, now: number) {
  const [start, end] = [Date.parse(sprint.start), Date.parse(sprint.end)];
  const state = now >= end ? 'closed' : now >= start ? 'active' : 'future';
  return {
    id: sprint.id,
    name: sprint.name,
    state,
    boardId: sprint.board_id,
    goal: '',
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    ...(state === 'closed' ? { completeDate: new Date(end).toISOString() } : {}),
  };
}

export function renderType(name: string) {
  return {
    id: String(stableId(`issue type ${name}`) % 100_000),
    name,
    subtask: false,
    hierarchyLevel: name === 'Epic' ? 1 : 0,
  };
}

export function renderTrackedIssue(
  asked: Asked,
  tracker: TrackerRecord,
  issue: TrackedIssue,
  wanted: { fields: string[]; changelog: boolean },
) {
  const project = tracker.projects.find((candidate) => candidate.key === issue.project);
  const epic = tracker.issues.find((candidate) => candidate.key === issue.epic);
  const sprints = tracker.sprints.filter((sprint) => issue.sprint_ids.includes(sprint.id));
  const fields: Record<string, unknown> = {
    summary: issue.summary,
    issuetype: renderType(issue.type),
    project: project && {
      self: `${restUrl(asked)}/project/${project.id}`,
      id: String(project.id),
      key: project.key,
      name: project.name,
      projectTypeKey: 'software',
    },
    status: { id: statusIds[issue.status], name: issue.status, statusCategory: categories[issue.status] },
    priority: {
      id: String(['Highest', 'High', 'Medium', 'Low', 'Lowest'].indexOf(issue.priority) + 1),
      name: issue.priority,
    },
    resolution:
      issue.resolved_at === null
        ? null
        : { id: '10000', name: 'Done', description: 'Work has been completed on this issue.' },
    resolutiondate: issue.resolved_at === null ? null : jiraTime(issue.resolved_at),
    created: jiraTime(issue.created_at),
    updated: jiraTime(issue.updated_at),
    statuscategorychangedate: jiraTime(issue.updated_at),
    labels: issue.labels,
    reporter: renderPerson(asked, tracker, issue.reporter),
    creator: renderPerson(asked, tracker, issue.reporter),
    assignee: renderPerson(asked, tracker, issue.assignee),
    ...(epic
      ? {
          parent: {
            id: String(epic.id),
            key: epic.key,
            self: `${restUrl(asked)}/issue/${epic.id}`,
            fields: { summary: epic.summary, issuetype: renderType('Epic') },
          },
        }
      : {}),
    [pointsField]: issue.points,
    [sprintField]: sprints.length > 0 ? sprints.map((sprint) => renderSprint(sprint, asked.now)) : null,
  };
  const all = wanted.fields.length === 0 || wanted.fields.some((name) => name === '*all' || name === '*navigable');
  return {
    expand: 'operations,versionedRepresentations,editmeta,changelog,renderedFields',
    id: String(issue.id),
    self: `${restUrl(asked)}/issue/${issue.id}`,
    key: issue.key,
    fields: all ? fields : Object.fromEntries(Object.entries(fields).filter(([name]) => wanted.fields.includes(name))),
    ...(wanted.changelog ? { changelog: renderChangelog(asked, tracker, issue) } : {}),
  };
}

const fieldIds: Record<ChangeRecord['field'], string> = {
  status: 'status',
  resolution: 'resolution',
  assignee: 'assignee',
  Sprint: sprintField,
  'Story point estimate': pointsField,
};

export function renderHistories(asked: Asked, tracker: TrackerRecord, issue: TrackedIssue) {
  return issue.changes.map((change) => ({
    id: String(change.id),
    author: renderPerson(asked, tracker, change.by),
    created: jiraTime(change.at),
    items: [
      {
        field: change.field,
        fieldtype: fieldIds[change.field].startsWith('customfield') ? 'custom' : 'jira',
        fieldId: fieldIds[change.field],
        from: change.from,
        fromString: change.from_text,
        to: change.to,
        toString: change.to_text,
      },
    ],
  }));
}

/** Newest first, as Jira lists what it expands. */
function renderChangelog(asked: Asked, tracker: TrackerRecord, issue: TrackedIssue) {
  const histories = renderHistories(asked, tracker, issue).reverse();
  return { startAt: 0, maxResults: histories.length, total: histories.length, histories };
}
