import { committersTable } from '@linescope/facts/copy-tables';
import { commitScoresTable, commitsTable } from '@linescope/facts/git-tables';
import { pullRequestsTable } from '@linescope/facts/provider-tables';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { storeCopies } from '../store/commit-copies.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { exportedAndPaged } from '../testing/audit-export.ts';
import { at, commitRow, committerRow, insertRows, pullRow, scoreRow, sha } from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

/*
 *   pull request  opened  its commits
 *   1 open        5 Mar   o1 of 4 March, 10; o2 of 6 March, 20; om, a merge
 *   2 closed      5 Mar   x1 of 4 March, 5
 *   3 squashed    5 Mar   s1 of 4 March, 7, on the default branch as sq, 8; s2, gone with its branch
 *   4 rebased     5 Mar   r1 of 4 March, 9, on the default branch as rr, the same change
 *   5 backport    5 Mar   b1, the change of r1 once more, committed later
 *   6 open        5 Mar   n1 of 4 March, by dan, who is not processed
 */
const service = await startAnalytics(neighbourhood());
const { clickHouse, postgres } = service.context;

const commits = [
  { mark: 'a1', delta: 10 },
  { mark: 'a2', delta: 20, day: 6 },
  { mark: 'a3', delta: 0, is_merge: true },
  { mark: 'd1', delta: 5 },
  { mark: 'e1', delta: 7 },
  { mark: 'e2', delta: 7, presence: 'removed' },
  { mark: 'e3', delta: 8, on_default_branch: true },
  { mark: 'f1', delta: 9, patch_id: 'r' },
  { mark: 'f2', delta: 9, patch_id: 'r', on_default_branch: true, committed: 7 },
  { mark: 'b1', delta: 9, patch_id: 'r', committed: 8 },
  { mark: 'c1', delta: 3, committer_id: 6 },
].map(({ mark, day = 4, committed = day, ...over }) => ({
  sha: sha(mark),
  authored_at: at(`2026-03-0${day}T00:00:00Z`),
  committed_at: at(`2026-03-0${committed}T00:00:00Z`),
  on_default_branch: false,
  ...over,
}));

await insertRows(clickHouse, committersTable, [
  committerRow({}),
  committerRow({ committer_id: 6, user_name: 'dan', processing_status: 'not_processing' }),
]);
await insertRows(clickHouse, commitScoresTable, commits.map(scoreRow));
await insertRows(
  clickHouse,
  commitsTable,
  commits.map(({ delta: _delta, ...row }) => commitRow(row)),
);
await storeCopies(clickHouse, { entityId: 1, repoId: 100, shas: commits.map((row) => row.sha) });
const pull = (number: number, marks: string[], over: Parameters<typeof pullRow>[0] = {}) =>
  pullRow({ number, opened_at: '2026-03-05T00:00:00Z', commit_shas: marks.map(sha), ...over });
await insertRows(clickHouse, pullRequestsTable, [
  pull(1, ['a1', 'a2', 'a3']),
  pull(2, ['d1'], { closed_at: '2026-03-07T00:00:00Z' }),
  pull(3, ['e1', 'e2'], { merged_at: '2026-03-07T00:00:00Z', squash_sha: sha('e3') }),
  pull(4, ['f1'], { merged_at: '2026-03-07T00:00:00Z', merge_sha: sha('f2') }),
  pull(5, ['b1']),
  pull(6, ['c1']),
]);

interface Listed {
  sha: string;
  state_em: string;
  diff_delta: number;
  phase_em: string;
}

test('200: commits of pull requests carry their state and Diff Delta as the phases count them, on whatever branch they are', async () => {
  const { body } = await service.call('GET', '/audits?resource_path=acme&resource_type=pull_requests');
  const listed: Listed[] = body.pull_requests.flatMap((row: { commits: Listed[] }) => row.commits);
  const states = listed.map((row) => [row.sha.slice(0, 2), row.state_em, row.diff_delta]);
  expect(Object.fromEntries(states.map(([mark, ...rest]) => [mark, rest]))).toEqual({
    a1: ['analysis_complete', 10],
    a2: ['analysis_complete', 20],
    a3: ['ignored', 0],
    d1: ['analysis_complete', 5],
    e1: ['analysis_complete', 7],
    e2: ['ignored', 0],
    f1: ['analysis_complete', 9],
    b1: ['ignored', 0],
    c1: ['ignored', 0],
  });
  const { body: report } = await service.report(
    'segment_by=pull_request_phase&aggregate_by=none&start_date=2026-03-01&end_date=2026-03-31',
  );
  const phases = Object.entries<{ y: number }[]>(report.series_segments).map(([name, points]) => [
    name,
    points.reduce((sum, { y }) => sum + y, 0),
  ]);
  const totalOf = (phase: string) =>
    listed.filter((row) => row.phase_em === phase).reduce((sum, row) => sum + row.diff_delta, 0);
  expect(Object.fromEntries(phases)).toEqual({
    Preparing: totalOf('phase_preparing'),
    Revising: totalOf('phase_revising'),
  });
  expect([totalOf('phase_preparing'), totalOf('phase_revising')]).toEqual([31, 20]);
});

test('200: commits are found whether the code host says when they were authored, is wrong about it, or does not say', async () => {
  const ask = async () => (await service.call('GET', '/audits?resource_path=acme&resource_type=pull_requests')).body;
  const before = await ask();
  const timeOf = new Map(commits.map((row) => [row.sha, row.authored_at]));
  const wrong = { commit_authored_at: ['a1', 'a2', 'a3'].map(() => at('2026-02-01T00:00:00Z')), version: 8 };
  const right = (marks: string[]) => ({
    commit_authored_at: marks.map((mark) => timeOf.get(sha(mark)) ?? 0),
    version: 8,
  });
  await insertRows(clickHouse, pullRequestsTable, [
    pull(1, ['a1', 'a2', 'a3'], wrong),
    pull(2, ['d1'], { closed_at: '2026-03-07T00:00:00Z', ...right(['d1']) }),
    pull(5, ['b1'], right(['b1'])),
  ]);
  await bumpStamp(postgres, 1, 'rows');
  expect(await ask()).toEqual(before);
});

test('200: exported commits and pull requests name the branches, copies and states that the pages name', async () => {
  // A later version of a pull request holds other commits, on another branch.
  await insertRows(clickHouse, pullRequestsTable, [
    pull(2, ['d1', 'a1'], { branch_name: 'renamed', version: 9 }),
    // As a code host may send it.
    pull(7, [], { merged_at: '2026-03-07T00:00:00Z', merge_sha: 'no sha' }),
  ]);
  await bumpStamp(postgres, 1, 'rows');
  for (const type of ['commits', 'pull_requests']) {
    const { exported, paged } = await exportedAndPaged(service.call, type, '');
    expect(exported).toEqual(paged);
  }
  const { exported } = await exportedAndPaged(service.call, 'commits', '');
  const rows = exported.map((row) => exportedCommit.parse(row));
  expect(rows.find((row) => row.sha === sha('a1'))?.sites[0]?.branches).toContain('renamed');
  expect(Object.fromEntries(rows.map((row) => [row.sha.slice(0, 2), row.diff_delta]))).toMatchObject({ e3: 8, f2: 9 });
});

const exportedCommit = z.object({
  sha: z.string(),
  diff_delta: z.number(),
  sites: z.array(z.object({ branches: z.array(z.string()) })),
});

test('200: the commits of a pull request are the same where a thousand others were authored in the same second', async () => {
  const ask = async () => (await service.call('GET', '/audits?resource_path=acme&resource_type=pull_requests')).body;
  const before = await ask();
  const others = Array.from({ length: 1_000 }, (_, index) => ({
    sha: sha(`9${index.toString(16).padStart(4, '0')}`),
    repo_id: 101,
    authored_at: at('2026-03-04T00:00:00Z'),
  }));
  await insertRows(clickHouse, commitsTable, others.map(commitRow));
  await bumpStamp(postgres, 1, 'commits');
  expect(await ask()).toEqual(before);
});

test('200: what follows a merge is the sum of the commits that name its issue after it, each once, be they few or thousands', async () => {
  const merge = '2026-03-07T00:00:00Z';
  await insertRows(clickHouse, pullRequestsTable, [pull(8, [], { merged_at: merge, issue_keys: ['WEB-8'] })]);
  const naming = (index: number, over: Partial<Parameters<typeof scoreRow>[0]> = {}) =>
    scoreRow({
      sha: sha(`8${index.toString(16).padStart(4, '0')}`),
      authored_at: at(merge) + index,
      issue_keys: ['WEB-8'],
      delta: 2,
      ...over,
    });
  const follows = async () => {
    await bumpStamp(postgres, 1, 'commits');
    const path = '/audits?resource_path=acme&resource_type=pull_requests&pull_request_number=8';
    return (await service.call('GET', path)).body.pull_requests[0].post_merge_delta;
  };
  // The first is of the merge's own second, the third a merge, the fourth scored anew.
  const few = [0, 1, 2, 3].map((index) => naming(index, { is_merge: index === 2 }));
  await insertRows(clickHouse, commitScoresTable, few);
  await insertRows(clickHouse, commitScoresTable, [naming(3, { delta: 5, version: 2 })]);
  expect(await follows()).toBe(7);
  const many = Array.from({ length: 1_500 }, (_, index) => naming(index + 4));
  await insertRows(clickHouse, commitScoresTable, many);
  expect(await follows()).toBe(3007);
});
