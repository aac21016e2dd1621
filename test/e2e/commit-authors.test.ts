/** One repo imported alone: Ada pushes to the default branch from two addresses and reviews; only Grace opens pull requests. */
import { makeRepository, type PlannedCommit } from '@linescope/git-engine/referee/made-up-history';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/call-api.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

const DAY = 24 * 60 * 60;
const begin = Math.floor(Date.now() / 1000 / DAY) * DAY - 60 * DAY;
const onDay = (n: number): string => new Date((begin + n * DAY) * 1000).toISOString();

const commit = (n: number, parents: number[], author: string): PlannedCommit => ({
  parents,
  tree: new Map([['src/sum.ts', Array.from({ length: n + 1 }, (_, i) => `export const n${i} = ${i};\n`).join('')]]),
  message: `Commit ${n}`,
  author,
  authoredAt: begin + n * DAY,
  committedAt: begin + n * DAY,
});
const history = [
  commit(0, [], 'Ada <ada@home.example>'),
  commit(1, [0], 'A. Lovelace <ada@work.example>'),
  commit(2, [1], 'Stranger <nobody@else.example>'),
  commit(3, [2], 'Grace <grace@example.com>'),
];

let stack: Stack;
let api: Caller;
let acme: Awaited<ReturnType<Stack['tenant']>>;
let repo: Awaited<ReturnType<typeof makeRepository>>;

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  repo = await makeRepository(history);
  removeAfterFile(repo.remove);
  const [, , base = '', head = ''] = repo.shas;
  await repo.git('update-ref', 'refs/heads/main', base);
  await repo.git('update-ref', 'refs/pull/1/head', head);
  stack.codeHost.putOrganizationRecord({
    id: 501,
    login: 'acme',
    name: 'acme',
    users: [
      { id: 11, login: 'ada', name: 'Ada', email: 'ada@work.example', other_emails: ['ada@home.example'] },
      { id: 12, login: 'grace', name: 'Grace', email: 'grace@example.com' },
      { id: 14, login: 'linus', name: 'Linus', email: 'linus@example.com' },
    ],
  });
  await stack.codeHost.addRepository({ org: 'acme', name: 'sums', gitDir: repo.gitDir });
  stack.codeHost.putRepositoryRecord('acme', 'sums', {
    pull_requests: [
      {
        id: 1_001,
        number: 1,
        title: 'Change 1',
        author: 'grace',
        created_at: onDay(4),
        updated_at: onDay(5),
        base_ref: 'main',
        base_sha: base,
        head_ref: 'topic-1',
        head_sha: head,
        reviews: [{ id: 601, author: 'ada', state: 'APPROVED', submitted_at: onDay(5), commit_id: head }],
      },
    ],
  });
  acme = await stack.tenant('acme');
  api = stack.callerOf(acme);
  await stack.connect(acme);
  await runImport();
});

const findImport = async () =>
  (await stack.imports.call('GET', '/imports?resource_path=acme', { as: acme.principal })).body.repos[0];

async function runImport(): Promise<void> {
  const before = await findImport();
  await stack.imports.call('POST', '/imports', {
    as: acme.principal,
    form: { resource_path: 'acme', repo_path: 'acme/sums' },
  });
  await eventually(async () => {
    const found = await findImport();
    return (
      found?.import_status === 'processing_completed' && found.last_pr_discovery_at !== before?.last_pr_discovery_at
    );
  }, 30_000);
}

const committers = async (): Promise<{ committer_user_name: string; git_provider_id: string | null }[]> =>
  (await api.get('/developers')).body.committers;

const seriesOf = async (segment: string): Promise<Record<string, number>> => {
  const { body } = await api.get('/reports', {
    resource_path: 'acme',
    aggregate_by: 'committer',
    segment_by: segment,
    start_date: onDay(0).slice(0, 10),
    end_date: onDay(59).slice(0, 10),
  });
  const series: [string, { y: number | null }[]][] = Object.entries(body.series_segments);
  return Object.fromEntries(
    series
      .map(([name, points]): [string, number] => [name, points.reduce((sum, { y }) => sum + (y ?? 0), 0)])
      .filter(([, sum]) => sum > 0),
  );
};

const accountQueries = () =>
  stack.codeHost
    .log()
    .filter(({ path }) => path === '/graphql' || path === '/api/graphql' || path === '/api/v3/graphql');

test('a person who pushes without pull requests and reviews is one committer, with the account of the host', async () => {
  const found = await committers();
  expect(found.map((one) => [one.committer_user_name, one.git_provider_id]).sort()).toEqual([
    ['ada', '11'],
    ['grace', '12'],
    ['nobody', null],
  ]);
});

test('their commits and their reviews are one series', async () => {
  expect(await seriesOf('commit_count')).toEqual({ ada: 2, nobody: 1 });
  expect(await seriesOf('pr_review_count')).toEqual({ ada: 1 });
});

test('a refresh asks only for authors of whom nothing is known', async () => {
  stack.codeHost.clearLog();
  await runImport();
  expect(accountQueries()).toHaveLength(0);
  const tree = await repo.git('rev-parse', `${repo.shas[2]}^{tree}`);
  const by = (name: string, email: string) => ['-c', `user.name=${name}`, '-c', `user.email=${email}`];
  const commitBy = async (author: string[], parent: string) =>
    (await repo.git(...author, 'commit-tree', '-p', parent, '-m', 'More', tree.trim())).trim();
  const again = await commitBy(by('Ada', 'ada@home.example'), repo.shas[2] ?? '');
  const newcomer = await commitBy(by('Linus', 'linus@example.com'), again);
  await repo.git('update-ref', 'refs/heads/main', newcomer);
  await runImport();
  expect(accountQueries()).toHaveLength(1);
  expect(await committers()).toContainEqual(
    expect.objectContaining({ committer_user_name: 'linus', git_provider_id: '14' }),
  );
});
