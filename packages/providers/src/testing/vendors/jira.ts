import type { Received, Reply } from '../local-host.ts';
import { basic, denied, type Story, unknown } from './story.ts';

export interface TrackerVendor {
  answer(request: Received): Reply;
}

const pointsField = 'customfield_10016';
const sprintField = 'customfield_10020';

const fields = [
  { id: 'summary', key: 'summary', name: 'Summary', custom: false, schema: { type: 'string', system: 'summary' } },
  {
    id: pointsField,
    key: pointsField,
    name: 'Story point estimate',
    custom: true,
    schema: { type: 'number', custom: 'com.pyxis.greenhopper.jira:jsw-story-points', customId: 10_016 },
  },
  {
    id: sprintField,
    key: sprintField,
    name: 'Sprint',
    custom: true,
    schema: { type: 'array', items: 'json', custom: 'com.pyxis.greenhopper.jira:gh-sprint', customId: 10_020 },
  },
];

/** What both kinds of site give alike: two issues of one sprint, and a second sprint of the board. */
function storyOf({ email, onDay }: Story, ada: Record<string, unknown>) {
  const time = (day: number) => onDay(day).replace(/(\.\d+)?Z$/, '.000+0000');
  const issue = (id: number) => ({
    id: String(id),
    key: `SUM-${id}`,
    self: `https://tracker.example/rest/api/3/issue/${id}`,
    fields: {
      summary: `Trouble ${id}`,
      issuetype: { id: '1', name: 'Bug', hierarchyLevel: 0, subtask: false },
      priority: { id: '1', name: 'Highest' },
      status: { id: '3', name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } },
      assignee: { ...ada, emailAddress: email },
      reporter: { ...ada, emailAddress: email },
      labels: ['sums'],
      created: time(1),
      updated: time(3),
      resolutiondate: time(3),
      [pointsField]: 5,
      [sprintField]: [{ id: 71, name: 'Sums Sprint 1', state: 'closed', boardId: 7 }],
    },
  });
  const history = (id: number) => ({
    id: String(900 + id),
    author: { ...ada, emailAddress: email },
    created: time(2),
    items: [
      {
        field: 'status',
        fieldId: 'status',
        fieldtype: 'jira',
        from: '1',
        fromString: 'To Do',
        to: '3',
        toString: 'Done',
      },
    ],
  });
  const sprint = (id: number, begins: number) => ({
    id,
    self: `https://tracker.example/rest/agile/1.0/sprint/${id}`,
    name: `Sums Sprint ${id - 70}`,
    state: 'closed',
    startDate: onDay(begins),
    endDate: onDay(begins + 7),
    completeDate: onDay(begins + 7),
    originBoardId: 7,
  });
  return { issues: [issue(1), issue(2)], history, sprints: [sprint(71, 1), sprint(72, 8)] };
}

/** Sprints come by `startAt` at both; a site may give fewer than it was asked for. */
function sprintPage(sprints: readonly unknown[], { query }: Received, size: number): Reply {
  const startAt = Number(query.get('startAt') ?? 0);
  const values = sprints.slice(startAt, startAt + size);
  return { body: { maxResults: size, startAt, isLast: startAt + size >= sprints.length, values } };
}

/** Jira Cloud, REST 3, `size` things a page. */
export function jiraCloud(story: Story, size = 50): TrackerVendor {
  const ada = { accountId: 'acc-ada', accountType: 'atlassian', displayName: 'Ada', active: true };
  const { issues, history, sprints } = storyOf(story, ada);
  const paged = <T>(all: readonly T[], token: string | undefined) => {
    const from = Number(token ?? 0);
    const more = from + size < all.length;
    return { some: all.slice(from, from + size), more, next: more ? { nextPageToken: String(from + size) } : {} };
  };
  const answers: Record<string, (request: Received) => Reply> = {
    '/rest/api/3/myself': () => ({ body: { ...ada, emailAddress: story.email } }),
    '/rest/api/3/field': () => ({ body: fields }),
    '/rest/api/3/search/jql': ({ body }) => {
      const { some, more, next } = paged(issues, JSON.parse(body).nextPageToken);
      return { body: { issues: some, isLast: !more, ...next } };
    },
    '/rest/api/3/changelog/bulkfetch': ({ body }) => {
      const { issueIdsOrKeys, nextPageToken } = JSON.parse(body);
      const { some, next } = paged<string>(issueIdsOrKeys, nextPageToken);
      const issueChangeLogs = some.map((issueId) => ({ issueId, changeHistories: [history(Number(issueId))] }));
      return { body: { issueChangeLogs, ...next } };
    },
    '/rest/agile/1.0/board/7/configuration': () => ({
      body: { id: 7, name: 'Sums board', type: 'scrum', filter: { id: '77' } },
    }),
    '/rest/agile/1.0/board/7/sprint': (asked) => sprintPage(sprints, asked, size),
  };
  return {
    answer: (asked) =>
      asked.headers.get('authorization') === basic(story.email, story.token)
        ? (answers[asked.path]?.(asked) ?? unknown)
        : denied,
  };
}

/** Jira Data Center, REST 2: histories come with the search, and people by their keys. */
export function jiraServer(story: Story, size = 50): TrackerVendor {
  const { issues, history, sprints } = storyOf(story, { key: 'ada', name: 'ada', displayName: 'Ada', active: true });
  const answers: Record<string, (request: Received) => Reply> = {
    '/rest/api/2/myself': () => ({ body: { key: 'ada', name: 'ada', displayName: 'Ada' } }),
    '/rest/api/2/field': () => ({ body: fields }),
    '/rest/api/2/search': ({ query }) => {
      const startAt = Number(query.get('startAt') ?? 0);
      const some = issues
        .slice(startAt, startAt + size)
        .map((issue) => ({ ...issue, changelog: { histories: [history(Number(issue.id))] } }));
      return { body: { startAt, maxResults: size, total: issues.length, issues: some } };
    },
    '/rest/agile/1.0/board/7/sprint': (asked) => sprintPage(sprints, asked, size),
  };
  return {
    answer: (asked) =>
      asked.headers.get('authorization') === `Bearer ${story.token}`
        ? (answers[asked.path]?.(asked) ?? unknown)
        : denied,
  };
}
