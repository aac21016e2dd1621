/** The endpoints of Jira Cloud that a sync of issues and sprints needs, under `/tracker`. */
import { z } from 'zod';
import { type Answer, type Asked, get, HostError, notFound, post } from '../server/route.ts';
import { bulkChangelogs } from './bulk-changelogs.ts';
import { searchIssues } from './jql.ts';
import { projectRoleRoutes } from './project-roles.ts';
import { trackerAsked } from './read-tracker.ts';
import type { TrackedIssue, TrackerRecord } from './records.ts';
import {
  pointsField,
  renderHistories,
  renderPerson,
  renderSprint,
  renderTrackedIssue,
  restUrl,
  sprintField,
} from './render-issue.ts';

const searchBody = z.object({
  jql: z.string().default(''),
  nextPageToken: z.string().optional(),
  maxResults: z.coerce.number().int().min(1).max(5000).default(50),
  fields: z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]).default(['id']),
  expand: z.string().default(''),
});

function search(asked: Asked, given: unknown): Answer {
  const query = searchBody.safeParse(given);
  if (!query.success)
    throw new HostError(400, query.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const { jql, nextPageToken, maxResults, fields, expand } = query.data;
  if (jql.split(/order\s+by/i)[0]?.trim() === '')
    throw new HostError(
      400,
      'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
    );
  const tracker = trackerAsked(asked);
  const found = searchIssues(tracker.issues, jql, asked.now, filtersOf(tracker));
  const from = nextPageToken === undefined ? 0 : Number(Buffer.from(nextPageToken, 'base64url').toString());
  if (!Number.isSafeInteger(from) || from < 0)
    throw new HostError(400, 'nextPageToken: this is not a token of a search.');
  const size = Math.min(maxResults, 100);
  const changelog = expand.split(',').includes('changelog');
  const next =
    from + size < found.length ? { nextPageToken: Buffer.from(String(from + size)).toString('base64url') } : {};
  const shown = found
    .slice(from, from + size)
    .map((issue) => renderTrackedIssue(asked, tracker, issue, { fields, changelog }));
  return { body: { issues: shown, ...next, isLast: from + size >= found.length } };
}

const filterId = (board: { id: number }): string => String(10_000 + board.id);

/** Every board shows its project by a saved filter. */
function filtersOf(tracker: TrackerRecord): Map<string, string> {
  return new Map(tracker.boards.map((board) => [filterId(board), board.project]));
}

function issueAsked(asked: Asked, tracker: TrackerRecord): TrackedIssue {
  const found = tracker.issues.find((issue) => issue.key === asked.params.key || String(issue.id) === asked.params.key);
  if (!found) throw new HostError(404, 'Issue does not exist or you do not have permission to see it.');
  return found;
}

function values<T>(asked: Asked, items: readonly T[], shown: (item: T) => unknown, name = 'values'): Answer {
  const whole = (key: string, fallback: number) =>
    Math.max(0, Math.trunc(Number(asked.query.get(key) ?? fallback)) || 0);
  const startAt = whole('startAt', 0);
  const maxResults = Math.min(whole('maxResults', 50) || 50, 100);
  const page = items.slice(startAt, startAt + maxResults).map(shown);
  return {
    body: { maxResults, startAt, total: items.length, isLast: startAt + maxResults >= items.length, [name]: page },
  };
}

const custom = (id: string, name: string, type: string, kind: string) => ({
  id,
  key: id,
  name,
  custom: true,
  orderable: true,
  navigable: true,
  searchable: true,
  clauseNames: [`cf[${id.slice('customfield_'.length)}]`, name],
  schema: {
    type,
    custom: kind,
    customId: Number(id.slice('customfield_'.length)),
    ...(type === 'array' ? { items: 'json' } : {}),
  },
});
const system = (id: string, name: string, type: string) => ({
  id,
  key: id,
  name,
  custom: false,
  orderable: true,
  navigable: true,
  searchable: true,
  clauseNames: [id],
  schema: { type, system: id },
});

export const trackerRoutes = [
  ...projectRoleRoutes,
  get('/tracker/rest/api/3/myself', (asked) => {
    const tracker = trackerAsked(asked);
    const first = renderPerson(asked, tracker, tracker.people[0]?.accountId ?? null);
    return {
      body: {
        self: `${restUrl(asked)}/myself`,
        ...first,
        accountId: '712020:1',
        accountType: 'atlassian',
        emailAddress: `${asked.caller.login}@aurora.example`,
        displayName: asked.caller.login,
        active: true,
      },
    };
  }),
  get('/tracker/rest/api/3/field', () => ({
    body: [
      system('summary', 'Summary', 'string'),
      system('issuetype', 'Issue Type', 'issuetype'),
      system('status', 'Status', 'status'),
      system('priority', 'Priority', 'priority'),
      system('assignee', 'Assignee', 'user'),
      system('created', 'Created', 'datetime'),
      system('resolutiondate', 'Resolved', 'datetime'),
      system('parent', 'Parent', 'issuelink'),
      custom(pointsField, 'Story point estimate', 'number', 'com.pyxis.greenhopper.jira:jsw-story-points'),
      custom(sprintField, 'Sprint', 'array', 'com.pyxis.greenhopper.jira:gh-sprint'),
    ],
  })),
  get('/tracker/rest/api/3/search/jql', (asked) => search(asked, Object.fromEntries(asked.query))),
  post('/tracker/rest/api/3/search/jql', (asked) => search(asked, asked.body ?? {})),
  get('/tracker/rest/api/3/project/search', (asked) =>
    values(asked, trackerAsked(asked).projects, ({ members: _, ...project }) => ({
      ...project,
      id: String(project.id),
      projectTypeKey: 'software',
    })),
  ),
  post('/tracker/rest/api/3/changelog/bulkfetch', bulkChangelogs),
  get('/tracker/rest/api/3/issue/{key}', (asked) => {
    const tracker = trackerAsked(asked);
    const fields = (asked.query.get('fields') ?? '*all').split(',');
    const changelog = (asked.query.get('expand') ?? '').split(',').includes('changelog');
    return { body: renderTrackedIssue(asked, tracker, issueAsked(asked, tracker), { fields, changelog }) };
  }),
  get('/tracker/rest/api/3/issue/{key}/changelog', (asked) => {
    const tracker = trackerAsked(asked);
    return values(asked, renderHistories(asked, tracker, issueAsked(asked, tracker)), (history) => history);
  }),
  get('/tracker/rest/agile/1.0/board', (asked) =>
    values(asked, trackerAsked(asked).boards, (board) => ({
      id: board.id,
      self: `${asked.origin}/tracker/rest/agile/1.0/board/${board.id}`,
      name: board.name,
      type: 'scrum',
      location: { projectKey: board.project },
    })),
  ),
  get('/tracker/rest/agile/1.0/board/{id}/configuration', (asked) => {
    const board = trackerAsked(asked).boards.find((candidate) => String(candidate.id) === asked.params.id);
    if (!board) throw notFound();
    return {
      body: {
        id: board.id,
        name: board.name,
        type: 'scrum',
        self: `${asked.origin}${asked.path}`,
        location: { type: 'project', key: board.project },
        filter: { id: filterId(board), self: `${restUrl(asked)}/filter/${filterId(board)}` },
        estimation: { type: 'field', field: { fieldId: pointsField, displayName: 'Story point estimate' } },
      },
    };
  }),
  get('/tracker/rest/agile/1.0/board/{id}/sprint', (asked) => {
    const tracker = trackerAsked(asked);
    if (!tracker.boards.some((board) => String(board.id) === asked.params.id)) throw notFound();
    const states = asked.query.get('state')?.split(',');
    const all = tracker.sprints
      .filter((sprint) => String(sprint.board_id) === asked.params.id)
      .map((sprint) => renderSprint(sprint, asked.now));
    return values(
      asked,
      all.filter((sprint) => !states || states.includes(sprint.state)),
      ({ boardId, ...sprint }) => ({
        ...sprint,
        originBoardId: boardId,
        self: `${asked.origin}/tracker/rest/agile/1.0/sprint/${sprint.id}`,
      }),
    );
  }),
  get('/tracker/rest/agile/1.0/sprint/{id}/issue', (asked) => {
    const tracker = trackerAsked(asked);
    const issues = tracker.issues.filter((issue) => issue.sprint_ids.some((id) => String(id) === asked.params.id));
    if (!tracker.sprints.some((sprint) => String(sprint.id) === asked.params.id)) throw notFound();
    const wanted = {
      fields: (asked.query.get('fields') ?? '*all').split(','),
      changelog: (asked.query.get('expand') ?? '').includes('changelog'),
    };
    return values(asked, issues, (issue) => renderTrackedIssue(asked, tracker, issue, wanted), 'issues');
  }),
];
