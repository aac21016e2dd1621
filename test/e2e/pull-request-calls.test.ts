import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callsByKind, makeManyPullRequests, manyPeople } from '../support/many-pull-requests.ts';
import { SECOND_CODE_HOST_TOKEN, type Stack, startStack } from '../support/start-stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ IMPORT_OFFERS: 'false', PROVIDER_MAX_WAIT_MS: '500' });
  await stack.startWorker();
});

type Tenant = Awaited<ReturnType<Stack['tenant']>>;

async function serve(org: string, name: string, count: number) {
  const many = await makeManyPullRequests(count);
  removeAfterFile(many.repo.remove);
  stack.codeHost.putOrganizationRecord(manyPeople(org));
  await stack.codeHost.addRepository({ org, name, gitDir: many.repo.gitDir });
  stack.codeHost.putRepositoryRecord(org, name, many.record);
  return many;
}

async function importsOf(tenant: Tenant) {
  const path = `/imports?resource_path=${tenant.principal.entitySlug}`;
  return (await stack.imports.call('GET', path, { as: tenant.principal })).body.repos as Record<string, unknown>[];
}
const queue = (tenant: Tenant, repoPath: string) =>
  stack.imports.call('POST', '/imports', {
    as: tenant.principal,
    form: { resource_path: tenant.principal.entitySlug, repo_path: repoPath },
  });
const completed = (tenant: Tenant, runs: Date) =>
  eventually(async () => {
    const found = await importsOf(tenant);
    const done = found.every(
      (one) => one['import_status'] === 'processing_completed' && new Date(String(one['last_pr_discovery_at'])) > runs,
    );
    return found.length > 0 && done && found;
  }, 60_000);
/** Identity reads what a new connection sees in the background, by calls of its own. */
const reposCached = (tenant: Tenant, connections: number) =>
  eventually(async () => {
    const sql = 'SELECT 1 FROM connections WHERE entity_id = $1 AND repos_cached_at IS NOT NULL';
    return (await stack.identity.started.context.postgres.run(sql, [tenant.principal.entityId])) === connections;
  });
const stored = (tenant: Tenant, repo: string) =>
  stack.clickHouse.query({
    name: 'test',
    sql: `SELECT count() AS pulls, countIf(title LIKE '%better') AS better, sum(length(commit_shas)) AS commits,
            countIf(first_human_review_at IS NOT NULL) AS reviewed
          FROM pull_requests FINAL WHERE entity_id = ${tenant.principal.entityId} AND repo_id = ${repo}`,
    row: z.object({ pulls: z.number(), better: z.number(), commits: z.number(), reviewed: z.number() }),
  });

/** Without those for the organization's teams, which an import reads now and then. */
const callsOfRepo = () =>
  new Map([...callsByKind(stack.codeHost.log())].filter(([kind]) => !kind.startsWith('/orgs/')));

test('pull requests cost a call for pages and batches, and a refresh fewer than ten', async () => {
  const many = await serve('busy', 'pulls', 250);
  const tenant = await stack.tenant('busy');
  await stack.connect(tenant);
  await reposCached(tenant, 1);
  stack.codeHost.clearLog();
  await queue(tenant, 'busy/pulls');
  await completed(tenant, new Date(0));
  expect(Object.fromEntries(callsOfRepo())).toEqual({
    '/repos/busy/pulls': 1,
    '/repos/busy/pulls/commits': 1,
    '/repos/busy/pulls/pulls': 3,
    // Five of pull requests' details, one for the accounts of authors.
    '/graphql': 6,
    '/repos/busy/pulls/pulls/comments': 2,
    '/repos/busy/pulls/issues/comments': 1,
    '/repos/busy/pulls/tags': 1,
    '/repos/busy/pulls/issues': 3,
  });
  const [found] = await stored(tenant, `(SELECT max(repo_id) FROM pull_requests)`);
  expect(found).toEqual({ pulls: 250, better: 0, commits: 250, reviewed: 250 });

  many.change(10);
  stack.codeHost.putRepositoryRecord('busy', 'pulls', many.record);
  stack.codeHost.clearLog();
  const before = new Date();
  await queue(tenant, 'busy/pulls');
  await completed(tenant, before);
  expect([...callsOfRepo().values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(10);
  expect(await stored(tenant, `(SELECT max(repo_id) FROM pull_requests)`)).toMatchObject([{ pulls: 250, better: 10 }]);
});

test('two workers with two connections of sixty calls a window ask for no more, by the host’s own log', async () => {
  const windowMs = 8_000;
  await stack.startWorker('second');
  for (const name of ['one', 'two']) await serve('scarce', name, 45);
  const tenant = await stack.tenant('scarce');
  await stack.connect(tenant);
  await stack.connect(tenant, SECOND_CODE_HOST_TOKEN);
  await reposCached(tenant, 2);
  // Without batches every pull request costs two calls: more than a window of both connections holds.
  stack.codeHost.setFaults({
    quota: { limit: 60, window_seconds: windowMs / 1000 },
    next: [{ kind: 'fail', status: 404, path: '/graphql', count: 100 }],
  });
  stack.codeHost.clearLog();
  await Promise.all(['one', 'two'].map((name) => queue(tenant, `scarce/${name}`)));
  const found = await completed(tenant, new Date(0));
  stack.codeHost.setFaults({ clear: true });
  const log = stack.codeHost.log();
  expect(log.filter(({ status }) => status === 403 || status === 429)).toEqual([]);
  const charged = Map.groupBy(
    log.filter((call) => call.charged),
    (call) => call.token_fingerprint,
  );
  expect(charged.size).toBe(2);
  for (const calls of charged.values()) {
    expect(calls.length).toBeGreaterThan(60);
    for (const counted of windowsOf(
      calls.map(({ at }) => Date.parse(at)),
      windowMs,
    )) {
      expect(counted).toBeLessThanOrEqual(60);
    }
  }
  expect(found.map((one) => one['pull_request_processed_count'])).toEqual([45, 45]);
}, 90_000);

/** How many fell in each window, which begins with the first call after the last one ended. */
function windowsOf(times: readonly number[], windowMs: number): number[] {
  const counts: number[] = [];
  let end = 0;
  for (const time of times) {
    if (time >= end) {
      end = time + windowMs;
      counts.push(0);
    }
    counts.push((counts.pop() ?? 0) + 1);
  }
  return counts;
}
