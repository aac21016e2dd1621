import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../support/start-stack.ts';
import { onDay, serveTalkativeRepo, type TalkativeRepo } from '../support/talkative-repo.ts';

let stack: Stack;
let repo: TalkativeRepo;
let acme: Awaited<ReturnType<Stack['tenant']>>;
let hook: { url: string; secret: string };

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  repo = await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
  acme = await stack.tenant('acme');
  await stack.connect(acme);
  const { connections } = await stack.imports.started.context.identity.lendConnections({
    entityId: acme.principal.entityId,
  });
  hook = {
    url: `${stack.baseUrl}/hooks/hostC/${connections[0]?.id}`,
    secret: connections[0]?.webhookSecret ?? '',
  };
  await stack.imports.call('POST', '/imports', {
    as: acme.principal,
    form: { resource_path: 'acme', repo_path: repo.path },
  });
  await importCompletes();
});

async function findImport() {
  const { body } = await stack.imports.call('GET', '/imports?resource_path=acme', { as: acme.principal });
  return body.repos.find((found: { repo_path: string }) => found.repo_path === repo.path);
}
const importCompletes = () =>
  eventually(async () => (await findImport())?.import_status === 'processing_completed', 30_000);

const rows = (table: string, columns: string, where: string) =>
  stack.clickHouse.query({
    name: 'test',
    sql: `SELECT ${columns} FROM ${table} FINAL WHERE entity_id = ${acme.principal.entityId} AND ${where}`,
    row: z.record(z.string(), z.unknown()),
  });

/** What the host would send about a pull request as it is now. */
async function pullMessage(number: number): Promise<Record<string, unknown>> {
  const answer = await fetch(`${stack.codeHost.url}/api/v3/repos/${repo.path}/pulls/${number}`, {
    headers: { authorization: 'Bearer code-host-token' },
  });
  return { action: 'edited', number, pull_request: await answer.json(), repository: { full_name: repo.path } };
}

const change = (number: number, changes: Record<string, unknown>) => {
  for (const pull of repo.record.pull_requests.filter((one) => one.number === number)) Object.assign(pull, changes);
  stack.codeHost.putRepositoryRecord('acme', 'sums', repo.record);
};
const deliver = (event: string, payload: Record<string, unknown>, more: Partial<typeof hook> = {}) =>
  stack.codeHost.deliverWebhook({ ...hook, ...more, event, payload });

test('a hundred messages out of order leave one fact: the newest', async () => {
  const messages: Record<string, unknown>[] = [];
  for (let n = 1; n <= 10; n += 1) {
    change(3, { title: `Title ${n}`, updated_at: onDay(20 + n) });
    messages.push(await pullMessage(3));
  }
  const hundred = Array.from({ length: 100 }, (_, index) => messages[(index * 7) % 10] ?? {});
  const answers = await Promise.all(hundred.map((message) => deliver('pull_request', message)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  await eventually(async () => (await rows('pull_requests', 'title', 'number = 3'))[0]?.['title'] === 'Title 10');
  expect(await rows('pull_requests', 'count() AS n', 'number = 3')).toEqual([{ n: 1 }]);
});

test('a review gives when the wait for it ended', async () => {
  const review = {
    id: 655,
    user: { id: 12, login: 'grace', type: 'User' },
    state: 'approved',
    submitted_at: onDay(31),
    commit_id: repo.sha(7),
  };
  const { pull_request, repository } = await pullMessage(3);
  await deliver('pull_request_review', { action: 'submitted', review, pull_request, repository });
  await eventually(
    async () => (await rows('pull_requests', 'first_human_review_at', 'number = 3'))[0]?.['first_human_review_at'],
  );
  const reviews = await eventually(async () => {
    const stored = await rows('pr_reviews', 'review_id, verdict', 'number = 3');
    return stored.length > 0 && stored;
  });
  expect(reviews).toEqual([{ review_id: '655', verdict: 'approved' }]);
});

test('an issue that is opened is an issue at once', async () => {
  const issue = {
    id: 2_033,
    number: 33,
    title: 'Too long',
    state: 'open',
    labels: [{ name: 'bug' }],
    user: { id: 12, login: 'grace', type: 'User' },
    assignee: null,
    created_at: onDay(32),
    updated_at: onDay(32),
    closed_at: null,
    html_url: 'https://example.com/33',
  };
  await deliver('issues', { action: 'opened', issue, repository: { full_name: repo.path } });
  await eventually(async () => (await rows('issues', 'title', `key = 'acme/sums#33'`))[0]?.['title'] === 'Too long');
});

test('a push fetches what is new', async () => {
  const before = await findImport();
  const tree = (await repo.git('rev-parse', 'main^{tree}')).trim();
  const env = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const pushed = (await repo.git(...env, 'commit-tree', tree, '-p', 'main', '-m', 'Pushed')).trim();
  await repo.git('update-ref', 'refs/heads/main', pushed);
  const message = { ref: 'refs/heads/main', before: repo.sha(12), after: pushed, repository: { full_name: repo.path } };
  expect((await deliver('push', message)).status).toBe(202);
  await eventually(async () => (await rows('commits', 'sha', `sha = '${pushed}'`)).length === 1, 20_000);
  expect((await findImport()).id).toBe(before.id);
});

test.each([
  ['a wrong secret', () => ({ secret: 'another' }), 401],
  ['a connection that is not there', () => ({ url: `${stack.baseUrl}/hooks/hostC/999999` }), 401],
  ['another host', () => ({ url: hook.url.replace('hostC', 'hostD') }), 401],
  ['no number', () => ({ url: `${stack.baseUrl}/hooks/hostC/x` }), 401],
])('a message with %s is refused', async (_what, wrong, status) => {
  expect((await deliver('pull_request', await pullMessage(3), wrong())).status).toBe(status);
});

test('a signed message that is not what it says it is, or of an unknown repo, changes nothing', async () => {
  expect((await deliver('pull_request', { pull_request: { number: 'x' } })).status).toBe(400);
  expect((await deliver('ping', { zen: 'Anything' })).status).toBe(202);
  const elsewhere = { ...(await pullMessage(3)), repository: { full_name: 'acme/unknown' } };
  expect((await deliver('pull_request', elsewhere)).status).toBe(202);
  expect((await deliver('push', { padding: 'x'.repeat(1024 * 1024) })).status).toBe(413);
});
