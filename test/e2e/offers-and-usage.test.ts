import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sampleUsage } from '@linescope/code-host/ai/sample-usage';
import { addLlmToken } from '@linescope/identity/actions/add-llm-token';
import { syncConnections } from '@linescope/identity/jobs/sync-connections';
import { collectUsage } from '@linescope/imports/provider-sync/ai-usage/collect-usage';
import { eventually } from '@linescope/test-kit/eventually';
import { testMailServer } from '@linescope/test-kit/mail-server';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { claudeCodeLines } from '../support/claude-code-lines.ts';
import { CODE_HOST_TOKEN, type Stack, startStack } from '../support/start-stack.ts';
import { serveTalkativeRepo } from '../support/talkative-repo.ts';

let stack: Stack;
let mailServer: Awaited<ReturnType<typeof testMailServer>>;
beforeAll(async () => {
  mailServer = await testMailServer();
  stack = await startStack({ PUBLIC_BASE_URL: 'http://linescope.example', SMTP_URL: mailServer.url });
  await stack.startWorker();
  await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
});

async function importsOf(tenant: Awaited<ReturnType<Stack['tenant']>>) {
  const { entitySlug } = tenant.principal;
  const { body } = await stack.imports.call('GET', `/imports?resource_path=${entitySlug}`, { as: tenant.principal });
  return body.repos as { repo_path: string; import_status: string }[];
}

/** The links of the mails to an address, as the mail server took them. */
function mailedLinks(to: string): string[] {
  const { received } = mailServer;
  return received
    .filter((mail) => mail.includes(`To: ${to}\n`))
    .flatMap(
      (mail) =>
        mail
          .replaceAll('=\n', '')
          .replaceAll('=3D', '=')
          .match(/http:\S+/g) ?? [],
    );
}

test('a repo that a new connection sees is offered by mail, and its link starts the import once', async () => {
  const tenant = await stack.tenant('offered');
  await stack.connect(tenant);
  const [link = ''] = await eventually(async () => {
    const links = mailedLinks('dev@offered.example');
    return links.length > 0 && links;
  });
  expect(await importsOf(tenant)).toMatchObject([
    { repo_path: 'acme/sums', import_status: 'offered_pending_acceptance' },
  ]);
  const address = link.replace('http://linescope.example', stack.baseUrl);
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  expect([page.status, (await page.text()).includes('<button>Import</button>')]).toEqual([200, true]);
  expect((await importsOf(tenant))[0]?.import_status).toBe('offered_pending_acceptance');

  const answers = await Promise.all([1, 2, 3].map(() => fetch(address, { method: 'POST' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  await eventually(async () => (await importsOf(tenant))[0]?.import_status === 'processing_completed', 30_000);
  expect((await fetch(address)).status).toBe(409);
  const forged = `${address.slice(0, -3)}AAA`;
  expect((await fetch(forged, { method: 'POST' })).status).toBe(404);
});

test('a repo that was made later is found by a sync, and offered', async () => {
  const tenant = await stack.tenant('later');
  const { context: identity } = stack.identity.started;
  await stack.connect(tenant);
  await eventually(async () => mailedLinks('dev@later.example').length === 1);
  await serveTalkativeRepo(stack.codeHost, 'acme', 'newer');
  expect(await syncConnections(identity, 24)).toBe(0);
  const aDayAgo = `UPDATE connections SET repos_cached_at = now() - interval '25 hours' WHERE entity_id = $1`;
  await eventually(
    async () =>
      (await identity.postgres.run(`${aDayAgo} AND repos_cached_at IS NOT NULL`, [tenant.principal.entityId])) === 1,
  );
  expect(await syncConnections(identity, 24)).toBe(1);
  expect(await syncConnections(identity, 24)).toBe(0);
  await eventually(async () => mailedLinks('dev@later.example').length === 2);
  expect((await importsOf(tenant)).map(({ repo_path, import_status }) => [repo_path, import_status])).toEqual([
    ['acme/sums', 'offered_pending_acceptance'],
    ['acme/newer', 'offered_pending_acceptance'],
  ]);
});

test('usage of AI tools is collected once for each day, person and model, and a revoked token says so', async () => {
  const tenant = await stack.tenant('users-of-ai');
  const { entityId, userId } = tenant.principal;
  const { context } = stack.imports.started;
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const [sample] = sampleUsage.rows;
  const rows = [2, 3].flatMap((ago) =>
    ['ada', 'grace'].map((login) => ({ ...sample, day: day(ago), login, email: `${login}@example.com` })),
  );
  const file = join(context.config.DATA_DIR, '..', 'code-host', 'acme', 'ai-usage.json');
  await writeFile(file, JSON.stringify({ ...sampleUsage, rows }));
  const { context: identity } = stack.identity.started;
  const token = {
    entityId,
    createdByUserId: userId,
    aiUsageProviderEm: 'vendorA_assistant' as const,
    endpointUrl: `${stack.codeHost.url}/ai/anthropic`,
    organizationSlug: null,
    enterpriseSlug: null,
    teamSlugs: [],
    organizationIds: [],
    token: 'code-host-token',
    actor: 'test',
  };
  const id = await identity.postgres.transaction((tx) => addLlmToken(tx, identity, token));
  const { signal } = new AbortController();
  const usage = () =>
    stack.clickHouse.query({
      name: 'test',
      sql: `SELECT date, provider, model, committer_id > 0 AS known, lines_added, prompted_accept_count, cents_cost
            FROM ai_usage FINAL WHERE entity_id = ${entityId} ORDER BY date, committer_id`,
      row: z.record(z.string(), z.unknown()),
    });
  const again = () => context.postgres.run('UPDATE ai_collectors SET next_at = now() WHERE llm_token_id = $1', [id]);
  await collectUsage(context, signal);
  const first = await usage();
  expect(first.map((row) => [row['date'], row['known'], row['lines_added'], row['cents_cost']])).toEqual(
    [3, 3, 2, 2].map((ago) => [day(ago), 1, 100, 125]),
  );
  await again();
  await collectUsage(context, signal);
  expect(await usage()).toEqual(first);
  const listed = async () =>
    (await stack.identity.call('GET', '/api_tokens/llm_tokens?resource_path=users-of-ai', { as: tenant.principal }))
      .body;
  expect(JSON.stringify(await listed())).toContain('"global_error_em":null');

  // A second token that sees the same account gives the same usage, which counts once.
  const second = { ...token, token: 'second-code-host-token' };
  const secondId = await identity.postgres.transaction((tx) => addLlmToken(tx, identity, second));
  await collectUsage(context, signal);
  expect(await usage()).toEqual(first);
  await identity.postgres.run('DELETE FROM llm_tokens WHERE id = $1', [secondId]);

  await again();
  stack.codeHost.setFaults({
    next: [{ kind: 'secondary_limit', status: 429, retry_after: 1, path: '/ai/anthropic', count: 1 }],
  });
  await collectUsage(context, signal);
  expect(await listed()).toMatchObject([
    { global_error_em: null, last_exceeded_quota_at: expect.any(String), last_used_at: expect.any(String) },
  ]);

  stack.codeHost.setFaults({ revoked_tokens: ['code-host-token'] });
  await again();
  await collectUsage(context, signal);
  stack.codeHost.setFaults({ clear: true });
  expect(JSON.stringify(await listed())).toContain('"global_error_em":"connection_invalid"');
});

test('a figure that vanishes from a vendor’s report warns on the connection, and never becomes a zero', async () => {
  const tenant = await stack.tenant('lost-figures');
  const { entityId, userId } = tenant.principal;
  const { context } = stack.imports.started;
  const { context: identity } = stack.identity.started;
  let hasCost = true;
  const earliest = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const vendor = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://vendor').searchParams.get('starting_at') ?? '';
    const model = { model: 'large', tokens: { output: 5 }, ...(hasCost ? { estimated_cost: { amount: 40 } } : {}) };
    const lines = { added: hasCost ? 10 : 99, removed: 0 };
    const entry = {
      actor: { email_address: 'ada@lost.example' },
      core_metrics: { lines_of_code: lines },
      tool_actions: {},
      model_breakdown: [model],
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: asked < earliest ? [] : [entry], has_more: false, next_page: null }));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const { port } = vendor.address() as AddressInfo;
  const token = {
    entityId,
    createdByUserId: userId,
    aiUsageProviderEm: 'vendorA_assistant' as const,
    endpointUrl: `http://127.0.0.1:${port}`,
    organizationSlug: null,
    enterpriseSlug: null,
    teamSlugs: [],
    organizationIds: [],
    token: 'vendor-token',
    actor: 'test',
  };
  const id = await identity.postgres.transaction((tx) => addLlmToken(tx, identity, token));
  const { signal } = new AbortController();
  const sums = async () =>
    stack.clickHouse.query({
      name: 'test',
      sql: `SELECT count() AS days, min(cents_cost) AS least, max(lines_added) AS lines FROM ai_usage FINAL WHERE entity_id = ${entityId}`,
      row: z.record(z.string(), z.coerce.number()),
    });
  const state = async () =>
    (await stack.identity.call('GET', '/api_tokens/llm_tokens?resource_path=lost-figures', { as: tenant.principal }))
      .body[0].global_error_em;
  await collectUsage(context, signal);
  const whole = await sums();
  expect([whole, await state()]).toEqual([[{ days: 3, least: 40, lines: 10 }], null]);
  hasCost = false;
  await context.postgres.run('UPDATE ai_collectors SET next_at = now() WHERE llm_token_id = $1', [id]);
  await collectUsage(context, signal);
  expect([await sums(), await state()]).toEqual([whole, 'answer_lacks_figures']);
  vendor.closeAllConnections();
  vendor.close();
});

test('a laptop’s token sends telemetry through the gateway, and can do nothing else', async () => {
  const tenant = await stack.tenant('laptops');
  const { entityId } = tenant.principal;
  const made = await stack.identity.call('POST', '/tokens', {
    as: tenant.principal,
    json: { name: 'laptops', scopes: ['telemetry'] },
  });
  const authorization = `Bearer ${made.body.api_token}`;
  const now = `${Date.now()}000000`;
  const request = claudeCodeLines({ email: 'eve@laptops.example', lines: 7, from: now, to: now });
  const send = () =>
    fetch(`${stack.baseUrl}/otlp/v1/metrics`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify(request))),
    });
  const answers = [await send(), await send()];
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual([
    [200, {}],
    [200, {}],
  ]);
  const usage = () =>
    stack.clickHouse.query({
      name: 'test',
      sql: `SELECT lines_added, source FROM ai_usage FINAL WHERE entity_id = ${entityId}`,
      row: z.object({ lines_added: z.number(), source: z.string() }),
    });
  expect(await usage()).toEqual([]);
  // Waits until its person is known.
  await stack.imports.started.context.developersTeams.resolveIdentities({
    entityId,
    identities: [{ email: 'eve@laptops.example', name: 'Eve' }],
  });
  expect(await eventually(async () => (await usage()).length > 0 && (await usage()))).toEqual([
    { lines_added: 7, source: 'telemetry' },
  ]);
  const refused = await fetch(`${stack.baseUrl}/api/v1/reports?segment_by=commit_count`, {
    headers: { authorization },
  });
  expect(refused.status).toBe(403);
});

test('usage of somebody who was not known yet is theirs when they become known', async () => {
  const tenant = await stack.tenant('late-users');
  const { entityId, userId } = tenant.principal;
  const { context } = stack.imports.started;
  const { context: identity } = stack.identity.started;
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const [sample] = sampleUsage.rows;
  const rows = [{ ...sample, provider: 'copilot', day: twoDaysAgo, login: 'linus', email: 'linus@example.com' }];
  const file = join(context.config.DATA_DIR, '..', 'code-host', 'acme', 'ai-usage.json');
  await writeFile(file, JSON.stringify({ ...sampleUsage, rows }));
  const token = {
    entityId,
    createdByUserId: userId,
    aiUsageProviderEm: 'vendorC_platform' as const,
    endpointUrl: `${stack.codeHost.url}`,
    organizationSlug: 'acme',
    enterpriseSlug: null,
    teamSlugs: [],
    organizationIds: [],
    token: CODE_HOST_TOKEN,
    actor: 'test',
  };
  await identity.postgres.transaction((tx) => addLlmToken(tx, identity, token));
  await collectUsage(context, new AbortController().signal);
  const usage = () =>
    stack.clickHouse.query({
      name: 'test',
      sql: `SELECT committer_id, sum(lines_added) AS lines FROM ai_usage FINAL
            WHERE entity_id = ${entityId} GROUP BY 1 HAVING lines > 0`,
      row: z.object({ committer_id: z.number(), lines: z.coerce.number() }),
    });
  const [before] = await usage();
  expect(before).toMatchObject({ committer_id: 0 });
  const { identityIds } = await context.developersTeams.resolveIdentities({
    entityId,
    identities: [{ name: 'Linus', userName: 'linus', gitProviderId: '77', gitProviderEm: 'hostC' }],
  });
  await eventually(async () => (await usage())[0]?.committer_id !== 0);
  expect(await usage()).toEqual([{ committer_id: identityIds[0], lines: before?.lines }]);
});
