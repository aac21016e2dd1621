import { gzipSync } from 'node:zlib';
import { dayOf } from '@linescope/contract/days';
import type { Principal } from '@linescope/contract/principal';
import { CLAUDE, CODEX, COPILOT, GEMINI_CLI } from '@linescope/contract/vendors';
import { aiUsageTable } from '@linescope/facts/provider-tables';
import { eventually } from '@linescope/test-kit/eventually';
import { principalHeaders, TEST_PRINCIPAL, testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyticsService } from '../service.ts';
import { usageRow as factRow, insertRows } from '../testing/fact-rows.ts';
import { insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { openLogger, openMeter, openRecorder, type SentRequest } from '../testing/tool-exporters.ts';

const data = neighbourhood();
const service = await startAnalytics(data);
await insertGoldenHistory(service.context.clickHouse);
const url = `${service.url}/otlp`;
/** A token for all machines; what vouches for it is good for a minute. */
const admin = () => principalHeaders({ ...TEST_PRINCIPAL, scopes: ['telemetry'] });

const usageRow = z.object({
  provider: z.string(),
  model: z.string(),
  committer_id: z.coerce.number(),
  lines_added: z.number(),
  lines_deleted: z.number(),
  prompted_suggest_count: z.number(),
  prompted_accept_count: z.number(),
  cents_cost: z.number(),
  input_tokens: z.coerce.number(),
  output_tokens: z.coerce.number(),
});
type Usage = z.output<typeof usageRow>;

const none = {
  model: 'unknown',
  committer_id: 1,
  lines_added: 0,
  lines_deleted: 0,
  prompted_suggest_count: 0,
  prompted_accept_count: 0,
  cents_cost: 0,
  input_tokens: 0,
  output_tokens: 0,
};

/** What is stored of a tool's telemetry, over all days, once all that was received is stored. */
async function storedOf(provider: string, entityId = 1): Promise<Usage[]> {
  const { postgres, clickHouse } = service.context;
  await eventually(async () => {
    const row = z.object({ left: z.number() });
    const { left } = await postgres.one(
      row,
      'SELECT count(*) AS left FROM telemetry_usages WHERE version > stored_version',
    );
    return left === 0;
  });
  return clickHouse.query({
    name: 'stored_usage',
    sql: `SELECT provider, model, committer_id, sum(lines_added)::UInt32 AS lines_added, sum(lines_deleted)::UInt32 AS lines_deleted,
        sum(prompted_suggest_count)::UInt32 AS prompted_suggest_count, sum(prompted_accept_count)::UInt32 AS prompted_accept_count,
        sum(cents_cost) AS cents_cost, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
      FROM ai_usage FINAL WHERE entity_id = {entity:UInt64} AND provider = {provider:String} AND source = 'telemetry'
      GROUP BY provider, model, committer_id ORDER BY committer_id, model`,
    params: { provider, entity: entityId },
    row: usageRow,
  });
}

async function send(
  signal: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  as?: Principal,
) {
  const response = await fetch(`${url}/v1/${signal}`, {
    method: 'POST',
    body,
    headers: { ...headers, ...(as ? await principalHeaders(as) : await admin()) },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, bytes, body: isJson ? JSON.parse(String(bytes)) : null };
}

const json = { 'content-type': 'application/json' };
const nanoseconds = (ms: number): string => `${Math.round(ms)}000000`;
const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** A request with points of a counter, as JSON. */
const counter = (
  name: string,
  points: { value: number | string; at?: number; start?: number; attributes?: Record<string, string> }[],
  temporality: 1 | 2 = 1,
) => ({
  resourceMetrics: [
    {
      resource: { attributes: [] },
      scopeMetrics: [
        {
          scope: { name: 'tool' },
          metrics: [
            {
              name,
              sum: {
                aggregationTemporality: temporality,
                isMonotonic: true,
                dataPoints: points.map(({ value, at = Date.now(), start = at - 1_000, attributes = {} }) => ({
                  asDouble: value,
                  timeUnixNano: nanoseconds(at),
                  startTimeUnixNano: nanoseconds(start),
                  attributes: Object.entries(attributes).map(([key, text]) => attribute(key, text)),
                })),
              },
            },
          ],
        },
      ],
    },
  ],
});
const sendJson = (request: unknown, as?: Principal) => send('metrics', JSON.stringify(request), json, as);
const ann = { 'user.email': 'Ann@Example.com' };

test('Claude Code, by delta and protobuf: lines, decisions, cost and tokens of a day are the person’s usage', async () => {
  const meter = openMeter({ url, headers: await admin(), gzip: true, resource: { 'service.name': 'claude-code' } });
  const of = { ...ann, 'user.account_uuid': 'uuid-of-ann', 'session.id': 's1' };
  meter.add('claude_code.lines_of_code.count', 30, { ...of, type: 'added' });
  meter.add('claude_code.lines_of_code.count', 4, { ...of, type: 'removed' });
  meter.add('claude_code.code_edit_tool.decision', 3, { ...of, tool_name: 'Edit', decision: 'accept' });
  meter.add('claude_code.code_edit_tool.decision', 1, { ...of, tool_name: 'Edit', decision: 'reject' });
  meter.add('claude_code.cost.usage', 0.07, { ...of, model: 'large' });
  meter.add('claude_code.session.count', 1, of);
  await meter.flush();
  meter.add('claude_code.lines_of_code.count', 12, { ...of, type: 'added' });
  meter.add('claude_code.cost.usage', 0.01, { ...of, model: 'large' });
  meter.add('claude_code.token.usage', 100, { ...of, model: 'large', type: 'input' });
  meter.add('claude_code.token.usage', 900, { ...of, model: 'large', type: 'cacheRead' });
  meter.add('claude_code.token.usage', 50, { ...of, model: 'large', type: 'output' });
  await meter.flush();
  expect(await storedOf(CLAUDE)).toEqual([
    { ...none, provider: CLAUDE, model: 'large', cents_cost: 8, input_tokens: 1_000, output_tokens: 50 },
    {
      ...none,
      provider: CLAUDE,
      lines_added: 42,
      lines_deleted: 4,
      prompted_suggest_count: 4,
      prompted_accept_count: 3,
    },
  ]);
});

test('Gemini CLI, cumulative and JSON: a process that starts again counts anew and adds up', async () => {
  const of = { 'user.email': 'bob@example.com', 'session.id': 'one' };
  const run = async (lines: number) => {
    const meter = openMeter({ url, headers: await admin(), encoding: 'json', temporality: 'cumulative' });
    meter.add('gemini_cli.lines.changed', lines, { ...of, type: 'added', function_name: 'replace' });
    await meter.flush();
    meter.add('gemini_cli.lines.changed', 5, { ...of, type: 'added', function_name: 'replace' });
    meter.add('gemini_cli.tool.call.count', 2, { ...of, function_name: 'replace', decision: 'auto_accept' });
    meter.add('gemini_cli.tool.call.count', 1, { ...of, function_name: 'replace', decision: 'reject' });
    meter.add('gemini_cli.tool.call.count', 7, { ...of, function_name: 'run_shell_command', decision: 'accept' });
    meter.add('gemini_cli.token.usage', 40, { ...of, model: 'pro', type: 'input' });
    meter.add('gemini_cli.token.usage', 3, { ...of, model: 'pro', type: 'thought' });
    meter.add('gen_ai.client.token.usage', 40, { ...of, 'gen_ai.token.type': 'input' });
    await meter.flush();
    await meter.flush();
  };
  await run(10);
  await run(20);
  expect(await storedOf(GEMINI_CLI)).toEqual([
    { ...none, provider: GEMINI_CLI, committer_id: 3, model: 'pro', input_tokens: 80, output_tokens: 6 },
    {
      ...none,
      provider: GEMINI_CLI,
      committer_id: 3,
      lines_added: 40,
      prompted_suggest_count: 6,
      prompted_accept_count: 4,
    },
  ]);
});

test('Copilot: edits, lines and the sums of its histograms, of the person that the resource names', async () => {
  const meter = openMeter({ url, headers: await admin(), resource: { 'service.name': 'copilot-chat', ...ann } });
  meter.add('copilot_chat.lines_of_code.count', 8, { type: 'added', 'copilot_chat.language_id': 'go' });
  meter.add('copilot_chat.edit.acceptance.count', 2, { 'copilot_chat.edit.outcome': 'accepted' });
  meter.add('copilot_chat.edit.acceptance.count', 1, { 'copilot_chat.edit.outcome': 'rejected' });
  for (const tokens of [100, 250])
    meter.record('gen_ai.client.token.usage', tokens, { 'gen_ai.token.type': 'input', 'gen_ai.request.model': 'm' });
  meter.record('gen_ai.client.token.usage', 12, { 'gen_ai.token.type': 'output', 'gen_ai.request.model': 'm' });
  await meter.flush();
  expect(await storedOf(COPILOT)).toEqual([
    { ...none, provider: COPILOT, model: 'm', input_tokens: 350, output_tokens: 12 },
    { ...none, provider: COPILOT, lines_added: 8, prompted_suggest_count: 3, prompted_accept_count: 2 },
  ]);
});

test('Codex: its log events carry the figures', async () => {
  const logger = openLogger({ url, headers: await admin(), gzip: true, resource: { 'service.name': 'codex_cli_rs' } });
  const of = { 'user.email': 'cat@example.com', 'user.account_id': 'acc', 'conversation.id': 'c', model: 'gpt' };
  const completed = { ...of, 'event.kind': 'response.completed', output_token_count: 20 };
  logger.emit('codex.sse_event', { ...completed, input_token_count: 500 });
  logger.emit('codex.sse_event', { ...completed, input_token_count: '700' });
  logger.emit('codex.sse_event', { ...of, 'event.kind': 'response.output_item.done' });
  logger.emit('codex.tool_decision', { ...of, tool_name: 'apply_patch', decision: 'approved_for_session' });
  logger.emit('codex.tool_decision', { ...of, tool_name: 'apply_patch', decision: 'denied' });
  logger.emit('codex.tool_decision', { ...of, tool_name: 'shell', decision: 'approved' });
  await eventually(async () => (await storedOf(CODEX))[0]?.prompted_suggest_count === 2);
  await eventually(async () => (await storedOf(CODEX))[0]?.input_tokens === 1_200);
  expect(await storedOf(CODEX)).toEqual([
    {
      ...none,
      provider: CODEX,
      committer_id: 4,
      model: 'gpt',
      input_tokens: 1_200,
      output_tokens: 40,
      prompted_suggest_count: 2,
      prompted_accept_count: 1,
    },
  ]);
});

test('an hour replayed twice, out of order, with a restart in between gives the same rows', async () => {
  const hour = await openRecorder();
  const of = { 'user.email': 'ann@example.com', 'session.id': 'hour' };
  const other = { ...TEST_PRINCIPAL, entityId: 2, entitySlug: 'other' };
  for (const temporality of ['delta', 'cumulative'] as const) {
    const meter = openMeter({ url: hour.url, temporality, gzip: true });
    for (let round = 0; round < 12; round += 1) {
      meter.add('claude_code.lines_of_code.count', 1 + (round % 7), { ...of, temporality, type: 'added' });
      meter.add('claude_code.cost.usage', 0.01 * (round % 3) + 0.001, { ...of, temporality, model: 'large' });
      await meter.flush();
    }
  }
  const logger = openLogger({ url: hour.url });
  for (let call = 0; call < 6; call += 1)
    logger.emit('codex.sse_event', {
      ...of,
      call,
      'event.kind': 'response.completed',
      input_token_count: call,
      model: 'g',
    });
  await logger.flush();
  await eventually(() => hour.requests.length === 30);

  const replay = async (base: string, requests: SentRequest[]) => {
    const headers = await principalHeaders(other);
    for (const { path, headers: own, body } of requests) {
      const { status } = await fetch(`${base}/otlp${path}`, {
        method: 'POST',
        headers: { ...own, ...headers },
        body: new Uint8Array(body),
      });
      expect(status).toBe(200);
    }
  };
  // 12 times 1 to 7 lines and 0.1, 1.1 or 2.1 cents, in two series each.
  const expected = [
    { ...none, provider: CLAUDE, model: 'large', cents_cost: 26.4 },
    { ...none, provider: CLAUDE, lines_added: 2 * 43 },
  ];
  const tokens = [{ ...none, provider: CODEX, model: 'g', input_tokens: 15 }];
  const shuffled = hour.requests.map((request, index) => ({ request, order: (index * 7) % 30 }));
  const mixed = shuffled.toSorted((one, other) => one.order - other.order).map(({ request }) => request);
  await replay(service.url, [...mixed.slice(0, 15), ...mixed.slice(0, 8)]);
  const { postgres, clickHouse, database } = service.addresses;
  const restarted = await testService(analyticsService, {
    DATABASE_URL: postgres,
    CLICKHOUSE_URL: clickHouse,
    CLICKHOUSE_DATABASE: database,
    ...service.neighbours,
  });
  await replay(restarted.url, mixed.slice(5));
  await replay(restarted.url, hour.requests);
  await restarted.stop();
  expect(await storedOf(CLAUDE, 2)).toEqual(expected);
  expect(await storedOf(CODEX, 2)).toEqual(tokens);
  await replay(service.url, hour.requests.toReversed());
  expect([await storedOf(CLAUDE, 2), await storedOf(CODEX, 2)]).toEqual([expected, tokens]);
});

test('a late cumulative point moves usage to the day it belongs to, and changes no sum', async () => {
  // Two days before today's beginning is less than three days ago at any hour.
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const attributes = { 'user.email': 'late@example.com', type: 'added' };
  const at = (days: number, value: number) => ({
    value,
    at: midnight - days * 86_400_000,
    start: midnight - 4e8,
    attributes,
  });
  const name = 'claude_code.lines_of_code.count';
  const days = () =>
    service.context.postgres.many(
      z.object({ day: z.string(), lines_added: z.number() }),
      `SELECT day, lines_added FROM telemetry_usages WHERE who = 'late@example.com' ORDER BY day`,
    );
  const dayBefore = (count: number) => dayOf(new Date(midnight - count * 86_400_000));
  await sendJson(counter(name, [at(0, 100)], 2));
  expect(await days()).toEqual([{ day: dayBefore(0), lines_added: 100 }]);
  await sendJson(counter(name, [at(1, 60), at(2, 50), at(1, 55)], 2));
  expect(await days()).toEqual([
    { day: dayBefore(2), lines_added: 50 },
    { day: dayBefore(1), lines_added: 10 },
    { day: dayBefore(0), lines_added: 40 },
  ]);
});

test('usage of somebody unknown waits until they are known, and an account until its email is', async () => {
  const name = 'claude_code.lines_of_code.count';
  const added = { type: 'added' };
  await sendJson(
    counter(name, [
      { value: 5, attributes: { ...added, 'user.email': 'new@example.com' } },
      { value: 7, attributes: { ...added, 'user.id': 'hash-of-new' } },
    ]),
  );
  const ofNew = async () => (await storedOf(CLAUDE)).filter(({ committer_id: id }) => id === 9);
  expect(await ofNew()).toEqual([]);
  data.people.push({ id: 9, primaryId: 9, userName: 'new', email: 'new@example.com' });
  await sendJson(
    counter(name, [{ value: 1, attributes: { ...added, 'user.email': 'new@example.com', 'user.id': 'hash-of-new' } }]),
  );
  expect(await ofNew()).toEqual([{ ...none, provider: CLAUDE, committer_id: 9, lines_added: 13 }]);
});

test('what two sources report of a person, tool and day counts once, and each record names its source', async () => {
  const day = dayOf(new Date());
  const { clickHouse, postgres } = service.context;
  const usage = { date: day, entity_id: 1, organization_id: 0, repo_id: 0, team_id: 0, source: '', version: 1 };
  await insertRows(clickHouse, aiUsageTable, [
    // The vendor's API names another identity of Ann's.
    factRow({ ...usage, provider: CLAUDE, model: 'vendor', committer_id: 2, lines_added: 1_000, cents_cost: 500 }),
    factRow({
      ...usage,
      provider: CLAUDE,
      model: 'vendor',
      committer_id: 2,
      tab_suggest_count: 6,
      tab_accept_count: 2,
    }),
    factRow({ ...usage, provider: COPILOT, model: 'vendor', committer_id: 1, lines_added: 50 }),
  ]);
  await postgres.run('UPDATE fact_stamps SET stamp = stamp + 1');
  const value = async (segment: string, provider: string) => {
    const { body } = await service.report(
      `segment_by=${segment}&ai_provider_em=${provider}&committer_user_name=ann&start_date=${day}&end_date=${day}&aggregate_by=none`,
    );
    return body.series_segments.All?.[0].y;
  };
  // Claude Code's own telemetry counts first; what it does not tell is the vendor's.
  expect(await value('ai_lines_added_count', CLAUDE)).toBe(42);
  expect(await value('ai_cost_cents', CLAUDE)).toBe(8);
  expect(await value('ai_tab_acceptance_percent', CLAUDE)).toBe(33.3);
  // Copilot's report counts completions too, so it comes first.
  expect(await value('ai_lines_added_count', COPILOT)).toBe(50);
  expect(await value('ai_prompt_acceptance_percent', COPILOT)).toBe(66.7);
  const { body } = await service.call(
    'GET',
    `/audits?resource_path=acme&resource_type=ai_usages&committer_user_name=ann&start_date=${day}&end_date=${day}`,
  );
  const records: { ai_provider_em: string; source_em: string; lines_added: number; cents_cost: number }[] =
    body.ai_usages;
  const shown = records
    .filter(({ ai_provider_em: provider }) => provider === CLAUDE)
    .map((record) => [record.source_em, record.lines_added, record.cents_cost]);
  expect(shown.toSorted()).toEqual([
    ['telemetry', 0, 8],
    ['telemetry', 42, 0],
    ['vendor_api', 0, 0],
  ]);
});

test('the sources of usage say which figures count from each, and who nobody is known for', async () => {
  const { body } = await service.call('GET', '/ai_usages/sources');
  const sources: Record<string, unknown>[] = body.sources;
  const of = (provider: string) =>
    sources
      .filter(({ ai_provider_em: name }) => name === provider)
      .map(({ source_em: source, figures, waiting_people_count: waiting }) => ({ source, figures, waiting }));
  expect(of(CLAUDE)).toEqual([
    { source: 'vendor_api', figures: ['tab'], waiting: null },
    // late@example.com is nobody's.
    { source: 'telemetry', figures: ['lines', 'prompted', 'cost', 'tokens'], waiting: 1 },
  ]);
  expect(of(COPILOT)).toEqual([
    { source: 'vendor_api', figures: ['lines'], waiting: null },
    { source: 'telemetry', figures: ['prompted', 'tokens'], waiting: 0 },
  ]);
  expect(sources.find(({ ai_provider_em: name }) => name === CODEX)?.['last_received_at']).toEqual(
    expect.stringMatching(/^20/),
  );
  const seen = await service.call('GET', '/ai_usages/sources', service.as(11, 'member'));
  expect(seen.body.sources.map(({ waiting_people_count: waiting }: { waiting_people_count: null }) => waiting)).toEqual(
    seen.body.sources.map(() => null),
  );
});

const member = { ...TEST_PRINCIPAL, userId: 11, role: 'member' as const };

test('a member’s token records the member’s own usage and nobody else’s', async () => {
  const name = 'gemini_cli.lines.changed';
  const of = (attributes: Record<string, string>) => [{ value: 1, attributes: { type: 'added', ...attributes } }];
  const before = (await storedOf(GEMINI_CLI)).filter(({ committer_id: id }) => id === 1);
  expect(before).toEqual([]);
  const others = await sendJson(counter(name, of({ 'user.email': 'bob@example.com' })), member);
  const unknown = await sendJson(counter(name, of({ 'user.email': 'nobody@example.com' })), member);
  expect(others.body).toEqual({
    partialSuccess: {
      rejectedDataPoints: '1',
      errorMessage: 'A point names somebody whose usage this token may not record.',
    },
  });
  expect(unknown.body).toEqual(others.body);
  expect((await sendJson(counter(name, of({})), member)).body).toEqual({});
  expect((await sendJson(counter(name, of({ 'user.email': 'ann@example.com' })), member)).body).toEqual({});
  const after = (await storedOf(GEMINI_CLI)).filter(({ committer_id: id }) => id === 1);
  expect(after).toEqual([{ ...none, provider: GEMINI_CLI, lines_added: 2 }]);
  const shared = await sendJson(counter(name, of({})));
  expect(shared.body.partialSuccess.errorMessage).toContain('A point names nobody');
});

test('403: a token that is limited to other scopes', async () => {
  const reader = { ...TEST_PRINCIPAL, scopes: ['read' as const] };
  const { status, body } = await sendJson(counter('x', []), reader);
  expect([status, body]).toEqual([403, { code: 7, message: 'This token is limited; this needs the scope telemetry.' }]);
});

test('200: what cannot be counted is refused with its reason, and the rest is taken', async () => {
  const day = 86_400_000;
  const attributes = { 'user.email': 'ann@example.com', type: 'added' };
  const { status, body } = await sendJson(
    counter('claude_code.lines_of_code.count', [
      { value: 'NaN', attributes },
      { value: -1, attributes },
      { value: 1e300, attributes },
      { value: 1, at: Date.now() + 2 * day, attributes },
      { value: 1, at: Date.now() - 4 * day, attributes },
      { value: 1, attributes: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'v'])) },
    ]),
  );
  expect(status).toBe(200);
  expect(body.partialSuccess.rejectedDataPoints).toBe('6');
  expect(body.partialSuccess.errorMessage).toContain('attributes');
  const unknown = counter('somebody.elses.metric', [{ value: -1 }]);
  expect((await sendJson(unknown)).body).toEqual({});
  const timeless = await sendJson(counter('claude_code.cost.usage', [{ value: 1, start: 0, attributes }], 2));
  expect(timeless.body.partialSuccess.errorMessage).toBe('A cumulative point does not say since when it counts.');
});

test('400, 413, 415: hostile bodies are refused in the encoding they came in', async () => {
  const protobuf = { 'content-type': 'application/x-protobuf' };
  const gzip = { 'content-encoding': 'gzip' };
  expect((await send('metrics', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await send('metrics', '{}', { ...json, 'content-encoding': 'br' })).status).toBe(415);
  expect((await send('metrics', '{', json)).body).toEqual({ code: 3, message: 'The body is not valid JSON.' });
  expect((await send('logs', '{"resourceLogs":{}}', json)).body.message).toBe('A list is not a JSON array.');
  expect((await send('metrics', `{"resourceMetrics":${'['.repeat(1e6)}`, json)).status).toBe(400);
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  expect((await send('metrics', new Uint8Array(bomb), { ...protobuf, ...gzip })).status).toBe(413);
  expect((await send('metrics', 'x'.repeat(5 * 1024 * 1024), json)).status).toBe(413);
  expect((await send('metrics', 'not gzip', { ...protobuf, ...gzip })).status).toBe(400);
  // Two million empty resources in 4 MiB, groups within groups, and a length beyond the end.
  const empties = Buffer.alloc(4 * 1024 * 1024 - 2, Buffer.from([0x0a, 0x00]));
  const many = await send('metrics', new Uint8Array(empties), protobuf);
  expect([many.status, many.bytes.subarray(2).toString()]).toEqual([
    400,
    expect.stringContaining('too many points or attributes'),
  ]);
  expect((await send('metrics', new Uint8Array(Buffer.alloc(1e6, 0x0b)), protobuf)).status).toBe(400);
  expect((await send('metrics', new Uint8Array([0x0a, 0xff, 0xff, 0x03]), protobuf)).status).toBe(400);
  expect((await send('metrics', new Uint8Array(), protobuf)).status).toBe(200);
});
