import { join } from 'node:path';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { ROOT } from '@linescope/one-machine/settings';
import { eventually } from '@linescope/test-kit/eventually';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startStack } from '../support/start-stack.ts';
import { serveTalkativeRepo } from '../support/talkative-repo.ts';

const REPO = 'acme/acme/sums';
const RANGE = { start_date: '2026-01-01', end_date: '2026-12-31' };

let url: string;
let token: string;
let memberToken: string;
let head: string;
const open: Client[] = [];

beforeAll(async () => {
  const stack = await startStack();
  await stack.startWorker();
  const repo = await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
  const admin = await stack.tenant('acme');
  await stack.connect(admin);
  const api = stack.callerOf(admin);
  await api.post('/imports', { resource_path: 'acme', repo_path: repo.path });
  await eventually(async () => {
    const { repos } = (await api.get('/imports', { resource_path: 'acme' })).body;
    return repos.some((row: { import_status: string }) => row.import_status === 'processing_completed');
  }, 60_000);
  await api.post('/teams', { name: 'Sums', developer_members: ['grace'] });
  const member = await makeTenant(stack.identity.started.context, {
    slug: 'acme',
    role: 'member',
    email: 'nobody@acme.example',
  });
  url = `http://127.0.0.1:${stack.gateway.started.port}`;
  token = admin.token;
  memberToken = member.token;
  head = repo.sha(3);
}, 120_000);

afterAll(() => Promise.all(open.map((client) => client.close())));

async function connect(bearer: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    }),
  );
  open.push(client);
  return client;
}

const textOf = z.object({ content: z.array(z.object({ text: z.string() })).min(1), isError: z.boolean().optional() });

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input });
  return {
    isError: result.isError === true,
    text: textOf.parse(result).content[0]?.text ?? '',
    data: result.structuredContent,
  };
}

const reportSchema = z.object({
  definition_version: z.number(),
  console_url: z.string(),
  series: z.array(
    z.object({
      name: z.string(),
      series: z.string().nullable(),
      points: z.array(z.object({ start_date: z.string(), end_date: z.string(), value: z.number().nullable() })),
    }),
  ),
});

test('an assistant finds a statistic by its meaning, charts it and lists the records behind a point', async () => {
  const client = await connect(token);
  const resources = await call(client, 'list_resources', {});
  expect(resources.data).toMatchObject({ entity: 'acme', repos: [{ resource_path: REPO }] });

  const found = await call(client, 'find_segments', {
    meaning: 'the cycle of pull requests, from first commit to merge',
  });
  const { segments } = z.object({ segments: z.array(z.object({ segment_by: z.string() })) }).parse(found.data);
  expect(segments.map(({ segment_by }) => segment_by)).toContain('pr_cycle');

  const asked = { resource_path: REPO, segment_by: 'commit_count', aggregate_by: 'none', ...RANGE };
  const report = reportSchema.parse((await call(client, 'run_report', asked)).data);
  const [series] = report.series;
  const point = series?.points.find(({ value }) => (value ?? 0) > 0);
  expect(point).toBeDefined();
  const { start_date, end_date } = point ?? {};
  const listed = await call(client, 'list_records', {
    ...asked,
    interval_em: 'weekly',
    series: series?.series,
    start_date,
    end_date,
  });
  expect(listed.data).toMatchObject({
    record_type: 'commits',
    total_count: point?.value,
    definition_version: report.definition_version,
  });
  const { records } = z
    .object({ records: z.array(z.object({ sha: z.string(), console_url: z.string() })).min(1) })
    .parse(listed.data);
  for (const { sha, console_url } of records) {
    expect(console_url).toMatch(new RegExp(`^${url}/records\\?list=report_records&.*&record=${sha}$`));
    expect(new URL(console_url).searchParams.get('start_date')).toBe(start_date);
  }
  expect(report.console_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/explore\?segments=commit_count&scope=acme/);
});

test('an assistant reads who wrote a line, and the definitions', async () => {
  const client = await connect(token);
  const file = 'src/sum.ts';
  const blame = await call(client, 'read_blame', { resource_path: REPO, file_path: file, sha: head });
  expect(blame.data).toMatchObject({ file_path: file, line_count: 3 });
  const history = await call(client, 'read_line_history', {
    resource_path: REPO,
    file_path: file,
    sha: head,
    line_number_after: 1,
  });
  expect(history.text).toContain('commit_message');
  const { contents } = await client.readResource({ uri: 'linescope://definitions' });
  expect(JSON.stringify(contents)).toContain('pr_cycle');
});

const livesSchema = z.object({
  definition_version: z.number(),
  console_url: z.string(),
  groups: z.array(z.object({ group: z.string(), line_count: z.number(), curve: z.array(z.object({}).loose()) })),
});
const ownersSchema = z.object({
  line_count: z.number(),
  people: z.array(z.object({ user_name: z.string(), line_count: z.number() })),
  files: z.array(z.object({ path: z.string(), line_count: z.number() })),
});

test('an assistant reads how long lines live, who wrote those that live, and what wrote the lines of defects', async () => {
  const client = await connect(token);
  await eventually(async () => {
    const { data } = await call(client, 'read_survival', { resource_path: REPO });
    return z.object({ is_current: z.boolean() }).parse(data).is_current;
  }, 60_000);
  const asked = { resource_path: REPO, group_by: 'ai', ...RANGE };
  const lives = livesSchema.parse((await call(client, 'read_survival', asked)).data);
  expect(lives.groups.map(({ group }) => group)).toContain('unmarked');
  expect(lives.groups.every(({ line_count }) => line_count > 0)).toBe(true);
  expect(lives.console_url).toMatch(/\/ai\?scope=acme%2Facme%2Fsums&range=2026-01-01\.\.2026-12-31$/);

  const ownership = await call(client, 'read_ownership', { resource_path: REPO });
  const owned = ownersSchema.parse(ownership.data);
  const sum = (lines: { line_count: number }[]) => lines.reduce((total, { line_count }) => total + line_count, 0);
  expect([sum(owned.people), sum(owned.files)]).toEqual([owned.line_count, owned.line_count]);
  expect(owned.files.map(({ path }) => path)).toContain('src/sum.ts');

  const origins = await call(client, 'list_defect_origins', { resource_path: REPO, ...RANGE });
  // The one bug that the host knows has no fix yet.
  expect(origins.data).toMatchObject({
    definition_version: lives.definition_version,
    total_count: 1,
    defects: [{ defect_key: 'acme/sums#21', fixes: [], origins: [] }],
  });
  const wrong = await call(client, 'read_survival', { resource_path: 'globex' });
  expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('resource_path')]);
});

test('a wrong call is answered in the API’s own sentences', async () => {
  const client = await connect(token);
  const wrong = await call(client, 'run_report', { resource_path: REPO, segment_by: 'comit_count' });
  expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('segment_by')]);
  const elsewhere = await call(client, 'run_report', { resource_path: 'globex', segment_by: 'commit_count' });
  expect([elsewhere.isError, elsewhere.text]).toEqual([true, expect.stringContaining('resource_path')]);
});

test('roles hold: nobody’s facts reach a member who may not see them, and no token is no answer', async () => {
  const client = await connect(memberToken);
  const report = await call(client, 'run_report', { resource_path: REPO, segment_by: 'commit_count', ...RANGE });
  expect(report.data).toMatchObject({ series: [] });
  const refused = await fetch(`${url}/mcp`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test('the same server runs over standard input and output', async () => {
  const client = new Client({ name: 'test', version: '1' });
  open.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'packages/mcp/src/stdio.ts')],
      env: { LINESCOPE_URL: url, LINESCOPE_TOKEN: token },
    }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'find_segments',
    'list_defect_origins',
    'list_records',
    'list_resources',
    'read_blame',
    'read_line_history',
    'read_ownership',
    'read_survival',
    'run_report',
  ]);
  expect((await call(client, 'list_resources', {})).data).toMatchObject({ entity: 'acme' });
});
