import { JIRA } from '@linescope/contract/vendors';
import { factPages } from '../../code-hosts/fact-pages.ts';
import { isProviderError } from '../../errors.ts';
import { createProviderClient } from '../../pacing/provider-client.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { FactPage } from '../../payload.ts';
import type { Tracker, TrackerConnection, TrackerScope } from '../tracker.ts';
import { jiraDerivers } from './derive.ts';
import { discoverFields, type FieldIds, fieldContext, preferField } from './discover-fields.ts';
import { boardSchema, changelogsSchema, fieldsSchema, searchSchema, sprintsSchema, userSchema } from './schemas.ts';
import { jiraTeams } from './teams.ts';

const pageOf = factPages(JIRA, jiraDerivers);
const pageSize = 100;
/** The query language reads a time in the caller's own zone, at worst twelve hours behind ours. */
const zoneSlackMs = 12 * 3_600_000;

const plainFields = [
  'summary',
  'issuetype',
  'priority',
  'status',
  'assignee',
  'reporter',
  'labels',
  'parent',
  'created',
  'updated',
  'resolutiondate',
];

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

export function issueQuery(
  scope: 'everything' | { projects: readonly string[] } | { filterId: string },
  since: Date | null,
): string {
  const from = new Date(Math.max(0, (since?.getTime() ?? 0) - zoneSlackMs)).toISOString();
  const where = [`updated >= "${from.slice(0, 10)} ${from.slice(11, 16)}"`];
  if (scope !== 'everything') {
    where.unshift(
      'projects' in scope
        ? `project in (${scope.projects.map(quoted).join(', ')})`
        : `filter = ${quoted(scope.filterId)}`,
    );
  }
  return `${where.join(' AND ')} ORDER BY updated DESC`;
}

export function openTrackerA(connection: TrackerConnection, runtime: Runtime): Tracker {
  const { email, token, id } = connection;
  const site = connection.endpoint.replace(/(?<!\/)\/+$/, '');
  const encoded = Buffer.from(`${email}:${token}`).toString('base64');
  const cloud = email !== null;
  const api = cloud ? 'rest/api/3' : 'rest/api/2';
  const authorization = cloud ? `Basic ${encoded}` : `Bearer ${token}`;
  const client = createProviderClient({
    baseUrl: site,
    runtime,
    connections: [{ id, headers: { authorization }, secrets: [token, encoded] }],
  });

  const boardOf = async (boardId: string) =>
    (
      await client.send({
        path: `rest/agile/1.0/board/${encodeURIComponent(boardId)}/configuration`,
        schema: boardSchema,
      })
    ).data;

  async function resolveScope(scope: TrackerScope) {
    const fields = discoverFields((await client.send({ path: `${api}/field`, schema: fieldsSchema })).data);
    if (scope === 'everything' || 'projects' in scope) return { fields, query: scope };
    const board = await boardOf(scope.boardId);
    const preferred = preferField(fields, board.estimation?.field?.fieldId ?? null);
    return { fields: preferred, query: board.filter ? { filterId: board.filter.id } : ('everything' as const) };
  }

  const wanted = ({ storyPoints, sprint, epicLink }: FieldIds): string[] => [
    ...plainFields,
    ...storyPoints,
    ...(sprint ? [sprint] : []),
    ...(epicLink ? [epicLink] : []),
  ];

  /** The cloud's search leaves histories out; one call fetches those of a whole page. */
  async function* cloudIssues(
    jql: string,
    fields: FieldIds,
    context: Record<string, string>,
  ): AsyncGenerator<FactPage> {
    const list = client.openList();
    let nextPageToken: string | null | undefined;
    do {
      const body = { jql, fields: wanted(fields), maxResults: pageSize, ...(nextPageToken ? { nextPageToken } : {}) };
      const ask = { path: `${api}/search/jql`, method: 'POST', body, schema: searchSchema, list } as const;
      const page: Awaited<ReturnType<typeof client.send<typeof searchSchema>>> = await client.send(ask);
      yield pageOf('search', site, page.raw, context);
      const ids = page.data.issues.map((issue) => issue.id);
      if (ids.length > 0) yield* histories(ids, fields, context);
      nextPageToken = page.data.nextPageToken;
    } while (nextPageToken);
  }

  async function* histories(issueIdsOrKeys: string[], fields: FieldIds, context: Record<string, string>) {
    const fieldIds = ['status', 'assignee', ...(fields.sprint ? [fields.sprint] : []), ...fields.storyPoints].slice(
      0,
      10,
    );
    const list = client.openList();
    let nextPageToken: string | null | undefined;
    do {
      const body = { issueIdsOrKeys, fieldIds, maxResults: 1_000, ...(nextPageToken ? { nextPageToken } : {}) };
      const ask = { path: `${api}/changelog/bulkfetch`, method: 'POST', body, schema: changelogsSchema, list } as const;
      const page: Awaited<ReturnType<typeof client.send<typeof changelogsSchema>>> = await client.send(ask);
      yield pageOf('changelogs', site, page.raw, context);
      nextPageToken = page.data.nextPageToken;
    } while (nextPageToken);
  }

  async function* serverIssues(
    jql: string,
    fields: FieldIds,
    context: Record<string, string>,
  ): AsyncGenerator<FactPage> {
    // A site may give fewer than it is asked for.
    const list = client.openList();
    for (let startAt = 0; ; ) {
      const query = { jql, startAt, maxResults: pageSize, expand: 'changelog', fields: wanted(fields).join(',') };
      const page = await client.send({ path: `${api}/search`, schema: searchSchema, query, list });
      yield pageOf('search', site, page.raw, context);
      startAt += page.data.issues.length;
      if (startAt >= (page.data.total ?? 0) || page.data.issues.length === 0) return;
    }
  }

  return {
    async whoAmI() {
      const { data: me } = await client.send({ path: `${api}/myself`, schema: userSchema });
      return {
        hostId: me?.accountId ?? me?.key ?? me?.name ?? '',
        fullName: me?.displayName ?? null,
        email: me?.emailAddress ?? null,
      };
    },

    async *issues(scope, since) {
      const { fields, query } = await resolveScope(scope);
      const context = { ...fieldContext(fields), site };
      const read = cloud ? cloudIssues : serverIssues;
      yield* read(issueQuery(query, since), fields, context);
    },

    teams: () => jiraTeams(client, { api, cloud }),

    async *sprints(boardId) {
      const path = `rest/agile/1.0/board/${encodeURIComponent(boardId)}/sprint`;
      try {
        const list = client.openList();
        for (let startAt = 0; ; ) {
          const page = await client.send({ path, schema: sprintsSchema, query: { startAt, maxResults: 50 }, list });
          yield pageOf('sprints', site, page.raw, { boardId });
          startAt += page.data.values.length;
          if (page.data.isLast !== false || page.data.values.length === 0) return;
        }
      } catch (error) {
        // A board that runs without sprints says so with a 400.
        if (!(isProviderError(error, 'request_rejected') && error.status === 400)) throw error;
      }
    },
  };
}
