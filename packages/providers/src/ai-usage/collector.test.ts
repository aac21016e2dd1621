import { CLAUDE, COPILOT, COPILOT_ENTERPRISE_TEAMS, CURSOR } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import type { AiProviderName } from '../provider-names.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from '../testing/local-host.ts';
import { openAiUsageCollector } from './open-collector.ts';

const day = '2026-10-08';
const token = 'secret-admin-key';

async function open(provider: AiProviderName, answer: (request: Received, url: string) => Reply) {
  const local = await startLocalHost(answer);
  const runtime = testRuntime({ timeoutMs: 1_000 });
  const collector = openAiUsageCollector({ id: 'one', provider, token, account: 'acme', endpoint: local.url }, runtime);
  return { collector, local, runtime, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

const claude = (email: string, given = {}) => ({
  date: `${day}T00:00:00Z`,
  actor: { type: 'user_actor', email_address: email },
  organization_id: 'org',
  customer_type: 'api',
  terminal_type: 'vscode',
  core_metrics: {
    num_sessions: 5,
    lines_of_code: { added: 100, removed: 20 },
    commits_by_claude_code: 1,
    pull_requests_by_claude_code: 0,
  },
  tool_actions: { edit_tool: { accepted: 8, rejected: 2 }, write_tool: { accepted: 1, rejected: 1 } },
  model_breakdown: [
    {
      model: 'small',
      tokens: { input: 10, output: 5, cache_read: 0, cache_creation: 0 },
      estimated_cost: { currency: 'USD', amount: 3 },
    },
    {
      model: 'large',
      tokens: { input: 10, output: 50, cache_read: 0, cache_creation: 0 },
      estimated_cost: { currency: 'USD', amount: 97 },
    },
  ],
  ...given,
});

test('Claude Code: a day is read page by page, lines with the main model and costs with each', async () => {
  await using world = await open(CLAUDE, ({ path, query, headers }) => {
    expect(path).toBe('/v1/organizations/usage_report/claude_code');
    expect([query.get('starting_at'), headers.get('x-api-key')]).toEqual([day, token]);
    return query.get('page') === 'two'
      ? { body: { data: [claude('ada@example.com', { terminal_type: 'iTerm' })], has_more: false, next_page: null } }
      : { body: { data: [claude('ada@example.com')], has_more: true, next_page: 'two' } };
  });
  const nothing = { tabSuggestCount: 0, tabAcceptCount: 0, teamSlugs: [], provider: CLAUDE, date: day };
  expect((await world.collector.collect(day))?.rows).toEqual([
    {
      ...nothing,
      committerIdentifier: 'ada@example.com',
      model: 'large',
      linesAdded: 200,
      linesDeleted: 40,
      promptSuggestCount: 24,
      promptAcceptCount: 18,
      costCents: 194,
    },
    {
      ...nothing,
      committerIdentifier: 'ada@example.com',
      model: 'small',
      linesAdded: 0,
      linesDeleted: 0,
      promptSuggestCount: 0,
      promptAcceptCount: 0,
      costCents: 6,
    },
  ]);
});

test('Claude Code: usage through a key of no person is known by the key’s name', async () => {
  const entry = claude('', { actor: { type: 'api_actor', api_key_name: 'build' }, model_breakdown: [] });
  await using world = await open(CLAUDE, () => ({
    body: { data: [entry], has_more: false, next_page: null },
  }));
  expect((await world.collector.collect(day))?.rows).toMatchObject([
    { committerIdentifier: 'build', model: 'unknown', linesAdded: 100 },
  ]);
});

test('Cursor: edits and tabs come from the day, costs from the events', async () => {
  await using world = await open(CURSOR, ({ path, body, headers }) => {
    expect(headers.get('authorization')).toBe(`Basic ${btoa(`${token}:`)}`);
    const asked = JSON.parse(body);
    expect([asked.startDate, asked.endDate]).toEqual([
      Date.parse(`${day}T00:00:00Z`),
      Date.parse(`${day}T23:59:59.999Z`),
    ]);
    if (path === '/teams/daily-usage-data') {
      const entry = {
        date: asked.startDate,
        email: 'ada@example.com',
        isActive: true,
        totalLinesAdded: 900,
        totalLinesDeleted: 90,
        acceptedLinesAdded: 80,
        acceptedLinesDeleted: 8,
        totalApplies: 12,
        totalAccepts: 9,
        totalRejects: 3,
        totalTabsShown: 50,
        totalTabsAccepted: 20,
        mostUsedModel: 'large',
      };
      return {
        body: {
          data: [
            entry,
            {
              ...entry,
              email: 'idle@example.com',
              acceptedLinesAdded: 0,
              acceptedLinesDeleted: 0,
              totalApplies: 0,
              totalAccepts: 0,
              totalTabsShown: 0,
              totalTabsAccepted: 0,
            },
          ],
          period: {},
        },
      };
    }
    const event = {
      timestamp: String(asked.startDate + 5),
      userEmail: 'ada@example.com',
      model: 'small',
      kind: 'Usage-based',
      chargedCents: 1.25,
    };
    const second = { ...event, model: 'large', chargedCents: undefined, tokenUsage: { totalCents: 2.5 } };
    return {
      body: { usageEvents: [asked.page === 1 ? event : second], pagination: { hasNextPage: asked.page === 1 } },
    };
  });
  const rows = (await world.collector.collect(day))?.rows;
  expect(rows).toMatchObject([
    {
      committerIdentifier: 'ada@example.com',
      model: 'large',
      linesAdded: 80,
      linesDeleted: 8,
      promptSuggestCount: 12,
      promptAcceptCount: 9,
      tabSuggestCount: 50,
      tabAcceptCount: 20,
      costCents: 2.5,
    },
    { committerIdentifier: 'ada@example.com', model: 'small', linesAdded: 0, costCents: 1.25 },
  ]);
});

const activity = (suggested: number, accepted: number, added: number, deleted: number) => ({
  user_initiated_interaction_count: 1,
  code_generation_activity_count: suggested,
  code_acceptance_activity_count: accepted,
  loc_suggested_to_add_sum: 0,
  loc_suggested_to_delete_sum: 0,
  loc_added_sum: added,
  loc_deleted_sum: deleted,
});

const userLine = {
  day,
  user_id: 3,
  user_login: 'ada',
  ai_credits_used: 42,
  ...activity(60, 25, 130, 10),
  totals_by_feature: [
    { feature: 'code_completion', ...activity(40, 20, 50, 0) },
    { feature: 'agent_edit', ...activity(20, 5, 80, 10) },
  ],
  totals_by_model_feature: [{ model: 'large', feature: 'agent_edit', ...activity(15, 4, 70, 10) }],
};

/** The vendor's API, with its files on the same local host under another path. */
const reports =
  (files: Record<string, unknown[]>, root: string) =>
  ({ path, query, headers }: Received, url: string): Reply => {
    if (path.startsWith('/files/')) {
      expect(headers.get('authorization')).toBeNull();
      return { body: (files[path.slice(7)] ?? []).map((line) => JSON.stringify(line)).join('\n') };
    }
    expect([path.startsWith(root), query.get('day'), headers.get('authorization')]).toEqual([
      true,
      day,
      `Bearer ${token}`,
    ]);
    const report = path.slice(root.length + 1);
    return { body: { download_links: [`${url}/files/${report}?signature=abc`], report_day: day } };
  };

test('Copilot: what is given by model goes to it, the rest to default, and the sums are the vendor’s', async () => {
  await using world = await open(
    COPILOT,
    reports({ 'users-1-day': [userLine] }, '/api/v3/orgs/acme/copilot/metrics/reports'),
  );
  const rows = (await world.collector.collect(day))?.rows;
  expect(rows).toMatchObject([
    {
      committerIdentifier: 'ada',
      model: 'default',
      tabSuggestCount: 40,
      tabAcceptCount: 20,
      promptSuggestCount: 5,
      promptAcceptCount: 1,
      linesAdded: 60,
      linesDeleted: 0,
      costCents: 42,
    },
    {
      committerIdentifier: 'ada',
      model: 'large',
      tabSuggestCount: 0,
      promptSuggestCount: 15,
      promptAcceptCount: 4,
      linesAdded: 70,
      linesDeleted: 10,
      costCents: 0,
    },
  ]);
  expect(rows?.reduce((sum, row) => sum + row.linesAdded, 0)).toBe(130);
});

test('Copilot by enterprise team: a person carries the teams of that day', async () => {
  const teams = ['web', 'core'].map((slug) => ({ day, user_id: 3, user_login: 'ada', team_id: 1, slug }));
  await using world = await open(
    COPILOT_ENTERPRISE_TEAMS,
    reports(
      { 'users-1-day': [userLine], 'user-teams-1-day': teams },
      '/api/v3/enterprises/acme/copilot/metrics/reports',
    ),
  );
  const rows = (await world.collector.collect(day))?.rows;
  expect(rows?.[0]).toMatchObject({ provider: COPILOT_ENTERPRISE_TEAMS, teamSlugs: ['core', 'web'] });
});

test('Copilot: a day that the vendor has not closed yet is not an empty day', async () => {
  await using world = await open(COPILOT, () => ({ status: 204, body: '' }));
  expect(await world.collector.collect(day)).toBeNull();
});

test('Copilot: a broken file is a malformed answer, and no error holds its signed link', async () => {
  await using world = await open(COPILOT, (request, url) =>
    request.path.startsWith('/files/')
      ? { body: '{"day": "2026' }
      : reports({}, '/api/v3/orgs/acme/copilot/metrics/reports')(request, url),
  );
  const error = await world.collector.collect(day).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'answer_malformed' });
  expect(JSON.stringify(error)).not.toContain('signature');
});

test.each([
  ['the credits', { ai_credits_used: undefined }, ['costCents']],
  [
    'lines',
    { totals_by_feature: userLine.totals_by_feature.map((given) => ({ ...given, loc_added_sum: undefined })) },
    ['linesAdded'],
  ],
  [
    'all features',
    { totals_by_feature: undefined },
    ['linesAdded', 'linesDeleted', 'promptSuggestCount', 'promptAcceptCount', 'tabSuggestCount', 'tabAcceptCount'],
  ],
  ['nothing', {}, []],
])('Copilot: a report that has lost %s says so', async (_what, given, missing) => {
  const lines = [
    { ...userLine, ...given },
    { ...userLine, user_login: 'bob', ...given },
  ];
  const root = '/api/v3/orgs/acme/copilot/metrics/reports';
  await using world = await open(COPILOT, reports({ 'users-1-day': lines }, root));
  expect((await world.collector.collect(day))?.missing).toEqual(missing);
});

test('Claude Code: a report that has lost costs or decisions says so, and somebody without a model does not', async () => {
  const missing = async (entries: unknown[]) => {
    await using world = await open(CLAUDE, () => ({ body: { data: entries, has_more: false, next_page: null } }));
    return (await world.collector.collect(day))?.missing;
  };
  const whole = claude('ada@example.com');
  expect(await missing([whole, claude('bob@example.com', { model_breakdown: [] })])).toEqual([]);
  expect(await missing([claude('ada@example.com', { tool_actions: undefined })])).toEqual([
    'promptSuggestCount',
    'promptAcceptCount',
  ]);
  const costless = whole.model_breakdown.map(({ estimated_cost: _, ...model }) => model);
  expect(await missing([claude('ada@example.com', { model_breakdown: costless })])).toEqual(['costCents']);
  expect(await missing([claude('ada@example.com', { model_breakdown: undefined })])).toEqual(['costCents']);
});
