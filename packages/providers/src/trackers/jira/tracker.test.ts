import { JIRA } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import { allFacts, allPages, only } from '../../testing/collect.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { jiraDerivers } from './derive.ts';
import { issueQuery, openTrackerA } from './tracker.ts';

const ada = { accountId: 'acc-ada', displayName: 'Ada', emailAddress: 'ada@example.com', accountType: 'atlassian' };
const token = 'secret-token';

const fields = [
  { id: 'summary', name: 'Summary', schema: { type: 'string', system: 'summary' } },
  {
    id: 'customfield_10016',
    name: 'Story point estimate',
    schema: { type: 'number', custom: 'com.pyxis.greenhopper.jira:jsw-story-points' },
  },
  {
    id: 'customfield_10030',
    name: 'Story Points',
    schema: { type: 'number', custom: 'com.atlassian.jira.plugin.system.customfieldtypes:float' },
  },
  {
    id: 'customfield_10020',
    name: 'Sprint',
    schema: { type: 'array', custom: 'com.pyxis.greenhopper.jira:gh-sprint' },
  },
  {
    id: 'customfield_10014',
    name: 'Epic Link',
    schema: { type: 'any', custom: 'com.pyxis.greenhopper.jira:gh-epic-link' },
  },
];

const issue = (id: number, given = {}) => ({
  id: String(id),
  key: `SHOP-${id}`,
  self: `https://acme.atlassian.net/rest/api/3/issue/${id}`,
  fields: {
    summary: `Trouble ${id}`,
    issuetype: { id: '1', name: 'Bug', hierarchyLevel: 0, subtask: false },
    priority: { id: '1', name: 'Highest' },
    status: { name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } },
    assignee: ada,
    reporter: ada,
    labels: ['checkout'],
    parent: { id: '1', key: 'SHOP-1', fields: { issuetype: { name: 'Epic', hierarchyLevel: 1 } } },
    created: '2026-01-01T10:00:00.000+0200',
    updated: '2026-01-05T10:00:00.000+0000',
    resolutiondate: '2026-01-05T09:00:00.000+0000',
    customfield_10016: null,
    customfield_10030: 5,
    customfield_10020: [{ id: 12, name: 'Sprint 1', state: 'closed', boardId: 4 }],
    ...given,
  },
});

const histories: unknown[] = [
  {
    id: '900',
    author: ada,
    created: 1_767_312_000_000,
    items: [
      {
        field: 'status',
        fieldId: 'status',
        fieldtype: 'jira',
        from: '1',
        fromString: 'To Do',
        to: '3',
        toString: 'In Progress',
      },
      {
        field: 'Sprint',
        fieldId: 'customfield_10020',
        fieldtype: 'custom',
        from: '',
        fromString: '',
        to: '11, 12',
        toString: 'A, B',
      },
      { field: 'Story Points', fieldId: 'customfield_10030', fieldtype: 'custom', from: null, fromString: '3' },
      { field: 'summary', fieldId: 'summary', from: null, fromString: 'a', to: null, toString: 'b' },
    ],
  },
];

const cloud = ({ path, body }: Received): Reply => {
  if (path === '/rest/api/3/field') return { body: fields };
  if (path === '/rest/api/3/search/jql') {
    const { nextPageToken } = JSON.parse(body);
    return {
      body: nextPageToken
        ? { issues: [issue(3)], isLast: true }
        : { issues: [issue(2)], nextPageToken: 'more', isLast: false },
    };
  }
  if (path === '/rest/api/3/changelog/bulkfetch') {
    const { issueIdsOrKeys } = JSON.parse(body);
    return {
      body: { issueChangeLogs: issueIdsOrKeys.map((issueId: string) => ({ issueId, changeHistories: histories })) },
    };
  }
  return { status: 404 };
};

async function open(answer: (request: Received, url: string) => Reply, email: string | null = 'ada@example.com') {
  const local = await startLocalHost(answer);
  const runtime = testRuntime({ timeoutMs: 1_000 });
  const tracker = openTrackerA({ id: 'one', token, email, endpoint: local.url }, runtime);
  return { tracker, local, runtime, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

test('an issue comes with type, priority, epic, points, sprints and the history of its status', async () => {
  await using world = await open(cloud);
  const facts = await allFacts(world.tracker.issues({ projects: ['SHOP'] }, null));
  expect(only('issue', facts)).toHaveLength(2);
  expect(only('issue', facts)[0]).toMatchObject({
    key: 'SHOP-2',
    type: 'Bug',
    priority: 'Highest',
    statusCategory: 'done',
    storyPoints: 5,
    epicKey: 'SHOP-1',
    sprintIds: ['12'],
    createdAt: '2026-01-01T08:00:00.000Z',
    resolvedAt: '2026-01-05T09:00:00.000Z',
    url: `${world.local.url}/browse/SHOP-2`,
    assignee: { hostId: 'acc-ada', email: 'ada@example.com' },
  });
  expect(only('issue_change', facts).filter(({ issueId }) => issueId === '2')).toEqual([
    {
      fact: 'issue_change',
      tracker: JIRA,
      issueId: '2',
      changeId: '900',
      field: 'status',
      at: '2026-01-02T00:00:00.000Z',
      from: 'To Do',
      to: 'In Progress',
    },
    {
      fact: 'issue_change',
      tracker: JIRA,
      issueId: '2',
      changeId: '900',
      field: 'sprint',
      at: '2026-01-02T00:00:00.000Z',
      from: null,
      to: '11,12',
    },
    {
      fact: 'issue_change',
      tracker: JIRA,
      issueId: '2',
      changeId: '900',
      field: 'story_points',
      at: '2026-01-02T00:00:00.000Z',
      from: '3',
      to: null,
    },
  ]);
});

test('a page of issues costs two calls, histories included', async () => {
  await using world = await open(cloud);
  await allFacts(world.tracker.issues('everything', null));
  expect(world.local.log.map(({ path }) => path.replace('/rest/api/3/', ''))).toEqual([
    'field',
    'search/jql',
    'changelog/bulkfetch',
    'search/jql',
    'changelog/bulkfetch',
  ]);
});

test('stored payloads give the same facts again', async () => {
  await using world = await open(cloud);
  for (const { payload, facts } of await allPages(world.tracker.issues('everything', null))) {
    expect(jiraDerivers[payload.kind]?.(JSON.parse(JSON.stringify(payload)))).toEqual(facts);
  }
});

test('a board reads its own filter and its own estimation field', async () => {
  await using world = await open((request) =>
    request.path === '/rest/agile/1.0/board/4/configuration'
      ? {
          body: { id: 4, filter: { id: '77' }, estimation: { type: 'field', field: { fieldId: 'customfield_10099' } } },
        }
      : cloud(request),
  );
  await allFacts(world.tracker.issues({ boardId: '4' }, null));
  const asked = JSON.parse(world.local.log.find(({ path }) => path.endsWith('/jql'))?.body ?? '{}');
  expect(asked.jql).toContain('filter = "77"');
  expect(asked.fields).toContain('customfield_10099');
});

test('a self-managed server gives histories with its search', async () => {
  const old = issue(2, {
    customfield_10020: ['com.atlassian.greenhopper.service.sprint.Sprint@1[id=12,rapidViewId=4]'],
  });
  await using world = await open(({ path, query, headers }) => {
    expect(headers.get('authorization')).toBe(`Bearer ${token}`);
    if (path === '/rest/api/2/field') return { body: fields };
    expect(query.get('expand')).toBe('changelog');
    return { body: { startAt: 0, maxResults: 100, total: 1, issues: [{ ...old, changelog: { histories } }] } };
  }, null);
  const facts = await allFacts(world.tracker.issues('everything', null));
  expect(only('issue', facts)).toMatchObject([{ key: 'SHOP-2', sprintIds: ['12'] }]);
  expect(only('issue_change', facts)).toHaveLength(3);
});

test('sprints of a board come page by page, and a board without sprints has none', async () => {
  await using world = await open(({ query }) => {
    const startAt = Number(query.get('startAt'));
    const sprint = {
      id: 11 + startAt,
      name: `Sprint ${startAt}`,
      state: 'closed',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2026-01-14T00:00:00.000Z',
      completeDate: '2026-01-14T10:00:00.000Z',
    };
    return { body: { values: [sprint], isLast: startAt === 1, startAt } };
  });
  expect(only('sprint', await allFacts(world.tracker.sprints('4')))).toMatchObject([
    { sprintId: '11', boardId: '4', state: 'closed', completedAt: '2026-01-14T10:00:00.000Z' },
    { sprintId: '12' },
  ]);
  await using kanban = await open(() => ({
    status: 400,
    body: { errorMessages: ['The board does not support sprints'] },
  }));
  expect(await allFacts(kanban.tracker.sprints('4'))).toEqual([]);
});

test('a revoked token is a refused connection, and no error holds it', async () => {
  await using world = await open(() => ({ status: 401, body: `bad ${btoa(`ada@example.com:${token}`)}` }));
  const error = await world.tracker.whoAmI().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'connection_invalid' });
  expect(JSON.stringify(error)).not.toContain(btoa(`ada@example.com:${token}`));
});

test('a project’s name cannot break out of the query', () => {
  expect(issueQuery({ projects: ['A") OR (project = "B'] }, new Date('2026-01-02T12:00:00Z'))).toBe(
    String.raw`project in ("A\") OR (project = \"B") AND updated >= "2026-01-02 00:00" ORDER BY updated DESC`,
  );
});
