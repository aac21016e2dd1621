import { jiraFaults } from '@linescope/providers/testing/jira-faults';
import { testRuntime } from '@linescope/providers/testing/local-host';
import { openTrackerA } from '@linescope/providers/trackers/jira/tracker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SampleHost, startSampleHost, token } from '../sample-host.ts';

let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost();
});
afterAll(() => host.stop());

const basic = { Authorization: `Basic ${btoa(`ada@example.com:${token}`)}` };
const ask = async (path: string) => (await host.ask(`/tracker/rest${path}`, basic)).json();
const page = z.object({
  issues: z.array(z.object({ key: z.string() })),
  nextPageToken: z.string().optional(),
  isLast: z.boolean(),
});
const keysOf = async (jql: string) =>
  page.parse(await ask(`/api/3/search/jql?jql=${encodeURIComponent(jql)}`)).issues.map((issue) => issue.key);

describe('the tracker', () => {
  it('finds issues by project, type, key, state and time, in the asked order', async () => {
    expect(await keysOf('project = SUM ORDER BY created ASC')).toEqual(['SUM-1', 'SUM-2', 'SUM-3']);
    expect(await keysOf('project = SUM order by created desc')).toEqual(['SUM-3', 'SUM-2', 'SUM-1']);
    expect(await keysOf('project in ("SUM", OTHER) AND issuetype = Bug')).toEqual(['SUM-3']);
    expect(await keysOf('key in (SUM-1, SUM-3) ORDER BY key')).toEqual(['SUM-1', 'SUM-3']);
    expect(await keysOf('project = SUM AND resolution is not EMPTY')).toEqual(['SUM-2']);
    expect(await keysOf('project = SUM AND updated >= "2026-03-03 09:00" ORDER BY updated ASC')).toEqual([
      'SUM-3',
      'SUM-2',
    ]);
    expect(await keysOf('project = SUM AND updated >= -1d')).toEqual([]);
  });

  it('gives pages by token until the last', async () => {
    const seen: string[] = [];
    let more = '';
    do {
      const body = JSON.stringify({
        jql: 'project = SUM ORDER BY created ASC',
        maxResults: 2,
        ...(more ? { nextPageToken: more } : {}),
      });
      const response = await fetch(`${host.url}/tracker/rest/api/3/search/jql`, {
        method: 'POST',
        headers: basic,
        body,
      });
      const { issues, nextPageToken = '', isLast } = page.parse(await response.json());
      seen.push(...issues.map((issue) => issue.key));
      expect(isLast).toBe(nextPageToken === '');
      more = nextPageToken;
    } while (more);
    expect(seen).toEqual(['SUM-1', 'SUM-2', 'SUM-3']);
  });

  it('gives an issue with points, sprint, parent and the history of its status', async () => {
    expect(await ask('/api/3/issue/SUM-2?expand=changelog')).toMatchObject({
      key: 'SUM-2',
      fields: {
        issuetype: { name: 'Story' },
        status: { name: 'Done', statusCategory: { key: 'done' } },
        assignee: { accountId: 'acc-ada', emailAddress: 'ada@example.com' },
        parent: { key: 'SUM-1' },
        customfield_10016: 5,
        customfield_10020: [{ id: 71, state: 'closed', boardId: 7 }],
        created: '2026-03-01T09:00:00.000+0000',
        resolutiondate: '2026-03-05T12:00:00.000+0000',
      },
      changelog: {
        total: 3,
        histories: [{ items: [{ field: 'status', toString: 'Done' }] }, {}, { items: [{ field: 'Sprint', to: '71' }] }],
      },
    });
  });

  it('finds the issues of a board by its filter, and fetches the histories of many at once', async () => {
    const board = z
      .object({ filter: z.object({ id: z.string() }) })
      .parse(await ask('/agile/1.0/board/7/configuration'));
    expect(
      await keysOf(`filter = "${board.filter.id}" AND updated >= "1970-01-01 00:00" ORDER BY updated DESC`),
    ).toEqual(['SUM-2', 'SUM-3', 'SUM-1']);
    const body = JSON.stringify({ issueIdsOrKeys: ['1002', 'SUM-3'], fieldIds: ['status'], maxResults: 1 });
    const answer = await fetch(`${host.url}/tracker/rest/api/3/changelog/bulkfetch`, {
      method: 'POST',
      headers: basic,
      body,
    });
    expect(await answer.json()).toMatchObject({
      issueChangeLogs: [
        {
          issueId: '1002',
          changeHistories: [
            {
              created: Date.parse('2026-03-03T09:00:00Z') / 1000,
              items: [{ field: 'status', toString: 'In Progress' }],
            },
          ],
        },
      ],
      nextPageToken: expect.any(String),
    });
  });

  it('lists the sprints of a board and the issues of a sprint', async () => {
    expect(await ask('/agile/1.0/board/7/sprint?state=closed')).toMatchObject({
      isLast: true,
      values: [{ id: 71, originBoardId: 7 }, { id: 72 }],
    });
    expect(await ask('/agile/1.0/sprint/71/issue')).toMatchObject({ total: 1, issues: [{ key: 'SUM-2' }] });
    expect(JSON.stringify(await ask('/api/3/field'))).toContain('com.pyxis.greenhopper.jira:gh-sprint');
  });

  it('gives a project as a team: those who have a role in it, with their emails', async () => {
    const tracker = openTrackerA(
      { id: 't', token, email: 'ada@example.com', endpoint: `${host.url}/tracker` },
      testRuntime(),
    );
    expect(await Array.fromAsync(tracker.teams())).toMatchObject([
      { items: [{ hostId: '1', name: 'Arithmetic', members: ['ada@example.com'] }] },
    ]);
    for (const path of ['project/9/role', 'project/1/role/7', 'user?accountId=nobody', 'user'])
      expect((await host.ask(`/tracker/rest/api/3/${path}`, basic)).status, path).toBe(404);
  });

  it('answers in the shapes of Jira’s own description', async () => {
    const post = async (path: string, body: object) =>
      (
        await fetch(`${host.url}/tracker/rest${path}`, { method: 'POST', headers: basic, body: JSON.stringify(body) })
      ).json();
    const wanted = ['summary', 'issuetype', 'priority', 'status', 'assignee', 'parent', 'created', 'updated'];
    const answers: [path: string, body: unknown][] = [
      ...(await Promise.all(
        [
          '/api/3/myself',
          '/api/3/field',
          '/api/3/project/search',
          '/api/3/project/1/role/10002',
          '/api/3/user?accountId=acc-ada',
          '/agile/1.0/board/7/configuration',
          '/agile/1.0/board/7/sprint',
        ].map(async (path): Promise<[string, unknown]> => [path, await ask(path)]),
      )),
      ['/api/3/search/jql', await post('/api/3/search/jql', { jql: 'project = SUM', fields: wanted })],
      ['/api/3/changelog/bulkfetch', await post('/api/3/changelog/bulkfetch', { issueIdsOrKeys: ['1002'] })],
    ];
    for (const [path, body] of answers) expect(jiraFaults(path.replace(/\?.*/, ''), body), path).toEqual([]);
  });

  it('refuses in Jira’s own form', async () => {
    const response = await host.ask(`/tracker/rest/api/3/search/jql?jql=${encodeURIComponent('colour = red')}`, basic);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errorMessages: [expect.stringContaining('colour')] },
    ]);
    expect(await ask('/api/3/issue/SUM-99')).toMatchObject({
      errorMessages: [expect.stringContaining('does not exist')],
    });
  });
});
