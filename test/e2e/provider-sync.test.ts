import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../support/start-stack.ts';
import { onDay, serveTalkativeRepo, storedDay, type TalkativeRepo } from '../support/talkative-repo.ts';

let stack: Stack;
let repo: TalkativeRepo;
let acme: Awaited<ReturnType<Stack['tenant']>>;

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  repo = await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
  acme = await stack.tenant('acme');
  await stack.connect(acme);
  await runImport();
});

async function runImport() {
  const before = await findImport();
  await stack.imports.call('POST', '/imports', {
    as: acme.principal,
    form: { resource_path: 'acme', repo_path: repo.path },
  });
  return eventually(async () => {
    const found = await findImport();
    const settled = /completed|unable|could_not/.test(found?.import_status ?? '');
    return settled && found.last_pr_discovery_at !== before?.last_pr_discovery_at && found;
  }, 30_000);
}

async function findImport() {
  const { body } = await stack.imports.call('GET', '/imports?resource_path=acme', { as: acme.principal });
  return body.repos.find((found: { repo_path: string }) => found.repo_path === repo.path);
}

const rows = (table: string, columns: string, order: string, where = '1') =>
  stack.clickHouse.query({
    name: 'test',
    sql: `SELECT ${columns} FROM ${table} FINAL WHERE entity_id = ${acme.principal.entityId} AND ${where} ORDER BY ${order}`,
    row: z.record(z.string(), z.unknown()),
  });

const recentPulls = () => repo.record.pull_requests.filter(({ number }) => number <= 5);

const personOf = async (userName: string) => {
  const { committers } = await stack.imports.started.context.developersTeams.findCommitters({
    entityId: acme.principal.entityId,
    identifiers: [userName],
  });
  return committers.map((committer) => committer.id);
};

test('pull requests are stored as the host has them', async () => {
  expect(await findImport()).toMatchObject({
    import_status: 'processing_completed',
    error_em: null,
    pull_request_discovered_count: 5,
    pull_request_processed_count: 5,
  });
  const stored = await rows('pull_requests', '*', 'number');
  expect(stored.map((row) => [row['number'], row['title'], row['state'], row['branch_name'], row['draft']])).toEqual(
    recentPulls().map((pull) => [
      pull.number,
      pull.title,
      'merged_at' in pull ? (pull.merged_at ? 'merged' : 'closed') : 'open',
      pull.head_ref,
      'draft' in pull,
    ]),
  );
  expect(stored[0]).toMatchObject({
    opened_at: storedDay(2),
    merged_at: storedDay(3),
    merge_sha: repo.sha(3),
    head_sha: repo.sha(2),
    commit_shas: [repo.sha(1), repo.sha(2)],
    first_commit_authored_at: storedDay(1),
    first_commented_at: storedDay(3),
    first_human_review_at: storedDay(3),
  });
  const authored = await rows('commits', 'sha, authored_at', 'sha');
  const timeOf = (sha: string) => authored.find((row) => row['sha'] === sha)?.['authored_at'];
  expect(stored[0]?.['commit_authored_at']).toEqual([timeOf(repo.sha(1)), timeOf(repo.sha(2))]);
  expect(stored[2]).toMatchObject({ closed_at: null, merged_at: null, merge_sha: '', first_human_review_at: null });
});

test('a squash is given from a merge and a rebase, though the host does not say', async () => {
  const stored = await rows('pull_requests', 'number, squash_sha', 'number');
  expect(stored.map((row) => row['squash_sha'])).toEqual(['', repo.sha(6), '', '', '']);
});

test('issues are tied by title, branch and closing words', async () => {
  const stored = await rows('pull_requests', 'issue_keys', 'number');
  expect(stored.map((row) => row['issue_keys'])).toEqual([['OPS-7', 'acme/sums#21'], ['OPS-8'], [], [], []]);
});

test('reviewers and authors are the people who committed', async () => {
  const [ada, grace] = [await personOf('ada@example.com'), await personOf('grace@example.com')];
  const authors = await rows('pull_requests', 'committer_id', 'number');
  expect(authors.slice(0, 2).map((row) => row['committer_id'])).toEqual([ada[0], grace[0]]);
  const reviews = await rows('pr_reviews', 'review_id, committer_id, bot, verdict', 'review_id');
  expect(reviews).toMatchObject([
    { review_id: '601', bot: true, verdict: 'commented' },
    { review_id: '602', bot: false, verdict: 'approved', committer_id: grace[0] },
  ]);
  const byCommits = await rows('commits', 'DISTINCT committer_id', 'committer_id');
  expect(byCommits.map((row) => row['committer_id'])).toEqual([ada[0], grace[0]].sort());
});

test('people have the picture that the host shows of them', async () => {
  const { committers } = await stack.imports.started.context.developersTeams.findCommitters({
    entityId: acme.principal.entityId,
    identifiers: ['ada@example.com'],
  });
  expect(committers.map(({ avatarUrl }) => avatarUrl)).toEqual([expect.stringMatching(/^http.*\/avatars\/\d+$/)]);
});

test('comments keep their words and their line', async () => {
  expect(await rows('pr_comments', 'comment_id, author_name, body, path, line, created_at', 'comment_id')).toEqual([
    {
      comment_id: 'issue:401',
      author_name: 'ada',
      body: 'Please look',
      path: '',
      line: null,
      created_at: storedDay(2),
    },
    {
      comment_id: 'review:701',
      author_name: 'grace',
      body: 'Why three?',
      path: 'src/sum.ts',
      line: 3,
      created_at: storedDay(3),
    },
  ]);
  expect(await rows('pr_comments', 'comment_id, resolved', 'comment_id')).toEqual([
    { comment_id: 'issue:401', resolved: false },
    { comment_id: 'review:701', resolved: true },
  ]);
});

test('tags and issues are stored, and a bug of highest priority becomes a critical defect', async () => {
  expect(await rows('tags', 'name, sha, tagged_at, removed', 'name')).toEqual([
    { name: 'v1.0.0', sha: repo.sha(3), tagged_at: storedDay(3), removed: false },
  ]);
  expect(await rows('issues', 'key, provider, type, priority, status, is_critical_defect, resolved_at', 'key')).toEqual(
    [
      {
        key: 'acme/sums#21',
        provider: 'hostC',
        type: 'Bug',
        priority: 'highest',
        status: 'completed',
        is_critical_defect: true,
        resolved_at: storedDay(3),
      },
    ],
  );
  await eventually(async () => {
    const { body } = await stack.defectsReleases.call('GET', '/critical_defects?resource_path=acme', {
      as: acme.principal,
    });
    return body.critical_defects.some((defect: { defectKey: string }) => defect.defectKey === 'acme/sums#21');
  });
});

test('a refresh asks for little, keeps ids, and stores only what changed', async () => {
  const before = await rows('pull_requests', 'number, pull_request_id, version', 'number');
  for (const pull of repo.record.pull_requests.filter(({ number }) => number === 3))
    Object.assign(pull, { title: 'A better title', updated_at: onDay(61) });
  await repo.git('tag', '-d', 'v1.0.0');
  stack.codeHost.putRepositoryRecord('acme', 'sums', repo.record);
  stack.codeHost.clearLog();
  await runImport();
  const after = await rows('pull_requests', 'number, pull_request_id, version', 'number');
  expect(after.filter((row, index) => row['version'] !== before[index]?.['version'])).toMatchObject([{ number: 3 }]);
  expect(after.map((row) => row['pull_request_id'])).toEqual(before.map((row) => row['pull_request_id']));
  expect(await rows('tags', 'name, removed', 'name')).toEqual([{ name: 'v1.0.0', removed: true }]);
  const calls = stack.codeHost.log().filter((call) => call.path.includes('/repos/acme/sums/'));
  expect(calls.length).toBeLessThan(10);
});
