import { rederive } from '@linescope/imports/provider-sync/rederive';
import { takeNextImport } from '@linescope/imports/store/import-queue';
import { eventually } from '@linescope/test-kit/eventually';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CODE_HOST_TOKEN, SECOND_CODE_HOST_TOKEN, type Stack, startStack } from '../support/start-stack.ts';
import { serveTalkativeRepo } from '../support/talkative-repo.ts';

const TOKENS = [CODE_HOST_TOKEN, SECOND_CODE_HOST_TOKEN];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ PROVIDER_MAX_WAIT_MS: '200', IMPORT_PAUSE_HOURS: '0.001', IMPORT_OFFERS: 'false' });
  await stack.startWorker();
  await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
});
afterEach(() => stack.codeHost.setFaults({ clear: true }));

type Tenant = Awaited<ReturnType<Stack['tenant']>>;

async function findImport(tenant: Tenant) {
  const path = `/imports?resource_path=${tenant.principal.entitySlug}`;
  return (await stack.imports.call('GET', path, { as: tenant.principal })).body.repos[0];
}
const queue = (tenant: Tenant) =>
  stack.imports.call('POST', '/imports', {
    as: tenant.principal,
    form: { resource_path: tenant.principal.entitySlug, repo_path: 'acme/sums' },
  });
const settled = (tenant: Tenant) =>
  eventually(async () => {
    const found = await findImport(tenant);
    return /completed|unable|could_not/.test(found?.import_status ?? '') && found;
  }, 60_000);
const pulls = (tenant: Tenant) =>
  stack.clickHouse.query({
    name: 'test',
    sql: `SELECT number, title, pull_request_id, version FROM pull_requests FINAL
          WHERE entity_id = ${tenant.principal.entityId} ORDER BY number`,
    row: z.object({ number: z.number(), title: z.string(), pull_request_id: z.number(), version: z.number() }),
  });

test('an import whose quota is used up pauses, says so, and goes on by itself', async () => {
  const tenant = await stack.tenant('paused');
  await stack.connect(tenant);
  stack.codeHost.setFaults({ next: [{ kind: 'secondary_limit', retry_after: 2, path: '/pulls?' }] });
  await queue(tenant);
  const waiting = await eventually(async () => {
    const found = await findImport(tenant);
    return found?.last_provider_quota_exceeded_at && found;
  }, 20_000);
  expect(waiting.import_status).toMatch(/^(processing|acquired|import|created|queued|repo|pending)/);
  const done = await settled(tenant);
  expect(done).toMatchObject({ import_status: 'processing_completed', pull_request_processed_count: 5 });
  expect(done.last_provider_quota_exceeded_at).not.toBeNull();
  expect(await pulls(tenant)).toHaveLength(5);
});

test('an import that the host makes wait 50 minutes waits, which is no attempt, and then goes on', async () => {
  const tenant = await stack.tenant('patient');
  await stack.connect(tenant);
  stack.codeHost.setFaults({ next: [{ kind: 'secondary_limit', retry_after: 3_000, path: '/pulls?' }] });
  await queue(tenant);
  const { postgres } = stack.imports.started.context;
  const row = () =>
    postgres.one(
      z.object({ resume_at: z.date().nullable(), attempts: z.number(), lease_expires_at: z.date().nullable() }),
      'SELECT resume_at, attempts, lease_expires_at FROM imports WHERE entity_id = $1',
      [tenant.principal.entityId],
    );
  const paused = await eventually(async () => {
    const found = await row();
    return found.resume_at && found.lease_expires_at === null && found;
  }, 20_000);
  expect((paused.resume_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(45 * 60_000);
  expect(paused.attempts).toBe(0);
  expect((await findImport(tenant)).error_detail).toContain('goes on at');
  // Nobody takes it, however often they look, nor when it is swept or queued again.
  stack.codeHost.clearLog();
  await queue(tenant);
  expect(await takeNextImport(postgres, { passOver: [], leaseSeconds: 60 })).toBeNull();
  await postgres.run(
    "UPDATE imports SET resume_at = now(), updated_at = now() - interval '1 hour' WHERE entity_id = $1",
    [tenant.principal.entityId],
  );
  await stack.identity.started.context.postgres.run('DELETE FROM provider_quotas');
  const done = await settled(tenant);
  expect(done).toMatchObject({ import_status: 'processing_completed', error_em: null, error_detail: '' });
});

test('an import that finds no quota for long ends, and says why', async () => {
  const tenant = await stack.tenant('starved');
  await stack.connect(tenant);
  stack.codeHost.setFaults({
    next: [{ kind: 'secondary_limit', retry_after: 1, count: 100, path: '/repos/acme/sums/pulls?' }],
  });
  await queue(tenant);
  expect(await settled(tenant)).toMatchObject({ import_status: 'unable_to_import_no_quota', error_em: 'no_quota' });
});

test('60 calls an hour on two connections are not exceeded by imports and provisioning together, by the host’s own log', async () => {
  const tenant = await stack.tenant('sixty');
  stack.codeHost.setFaults({ quota: { limit: 60, window_seconds: 3600 } });
  stack.codeHost.clearLog();
  for (const token of TOKENS) expect((await stack.connect(tenant, token)).status).toBe(201);
  await queue(tenant);
  // The same people provision again and again, two at a time, until each of their tokens has no call left.
  const last = await Promise.all(TOKENS.map((token) => provisionUntilRefused(tenant, token)));
  for (const refused of last) {
    expect([refused.status, refused.body.response_em]).toEqual([502, 'response_provider_unreachable']);
    expect(refused.body.response_detail).toContain('rate limit');
  }
  // The import calls no more: it is done, or waits for the next window.
  await eventually(async () => {
    const found = await findImport(tenant);
    return found?.import_status === 'processing_completed' || found?.error_detail.includes('goes on at');
  }, 20_000);
  const log = stack.codeHost.log();
  // GraphQL has a budget of its own, which this import hardly uses.
  const charged = Map.groupBy(
    log.filter((call) => call.charged && !call.path.endsWith('/graphql')),
    ({ token_fingerprint }) => token_fingerprint,
  );
  expect(charged.size).toBe(2);
  for (const calls of charged.values()) {
    expect(calls.length).toBeLessThanOrEqual(60);
    expect(calls.length).toBeGreaterThan(50);
  }
  expect(log.filter(({ status }) => status === 403 || status === 429)).toEqual([]);
  // Whoever comes now is refused without a call.
  for (const token of TOKENS) expect((await stack.connect(tenant, token)).status).toBe(502);
  expect(stack.codeHost.log()).toHaveLength(log.length);
});

async function provisionUntilRefused(tenant: Tenant, token: string) {
  for (;;) {
    const answers = await Promise.all([stack.connect(tenant, token), stack.connect(tenant, token)]);
    const refused = answers.find(({ status }) => status !== 201);
    if (refused) return refused;
  }
}

test('a token that was revoked is marked, and the import says so', async () => {
  const tenant = await stack.tenant('revoked');
  await stack.connect(tenant);
  // Identity reads the new connection's repos first, and would meet the refusal before the import does.
  await eventually(async () => {
    const { postgres } = stack.identity.started.context;
    const sql = 'SELECT 1 FROM connections WHERE entity_id = $1 AND repos_cached_at IS NOT NULL';
    return (await postgres.run(sql, [tenant.principal.entityId])) > 0;
  });
  stack.codeHost.setFaults({ revoked_tokens: ['code-host-token'] });
  await queue(tenant);
  expect(await settled(tenant)).toMatchObject({
    import_status: 'unable_to_acquire_connection',
    error_em: 'connection_invalid',
  });
  const { context } = stack.imports.started;
  await eventually(async () => {
    const { connections } = await context.identity.lendConnections({ entityId: tenant.principal.entityId });
    return connections.length === 0;
  });
});

test('issues that a token may not read leave the rest of the import whole', async () => {
  const tenant = await stack.tenant('partly');
  await stack.connect(tenant);
  stack.codeHost.setFaults({ next: [{ kind: 'fail', status: 404, path: '/repos/acme/sums/issues?' }] });
  await queue(tenant);
  expect(await settled(tenant)).toMatchObject({
    import_status: 'processing_completed',
    error_em: 'insufficient_access',
    error_detail: 'No connection may read its issues.',
    pull_request_processed_count: 5,
  });
});

test('facts are derived again from kept answers without asking the host', async () => {
  const tenant = await stack.tenant('again');
  await stack.connect(tenant);
  await queue(tenant);
  await settled(tenant);
  const before = await pulls(tenant);
  const { context } = stack.imports.started;
  const { entityId } = tenant.principal;
  await context.postgres.run('DELETE FROM provider_state WHERE entity_id = $1', [entityId]);
  stack.codeHost.clearLog();
  const tally = await rederive(context, entityId, null, new AbortController().signal);
  expect(tally).toMatchObject({ unreadable: 0, repos: 1 });
  expect(stack.codeHost.log()).toEqual([]);
  const after = await pulls(tenant);
  expect(after.map(({ version, ...row }) => row)).toEqual(before.map(({ version, ...row }) => row));
  expect(after.every((row, index) => row.version > (before[index]?.version ?? 0))).toBe(true);
});
