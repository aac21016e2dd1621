import { committersTable } from '@linescope/facts/copy-tables';
import { commitScoresTable, commitsTable } from '@linescope/facts/git-tables';
import { pullRequestsTable } from '@linescope/facts/provider-tables';
import { eventually } from '@linescope/test-kit/eventually';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { storeCopies } from '../store/commit-copies.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, commitRow, committerRow, insertRows, pullRow, scoreRow } from '../testing/fact-rows.ts';
import type { Neighbourhood } from '../testing/neighbours.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const REPOS = [
  { id: 100, organizationId: 10, path: 'web/app' },
  { id: 101, organizationId: 10, path: 'web/fork' },
  { id: 102, organizationId: 11, path: 'tools/cli' },
];
const world: Neighbourhood = {
  entities: [{ id: 1, slug: 'acme', settings: {}, repos: REPOS }],
  people: [],
  teams: [],
  access: new Map(),
};
const service = await startAnalytics(world);
const { clickHouse, postgres } = service.context;

/** Few changes, times and people, so that most commits have copies of some kind. */
const commit = fc.record({
  repo_id: fc.constantFrom(100, 101, 102),
  change: fc.integer({ min: 1, max: 12 }),
  committed: fc.integer({ min: 10, max: 13 }),
  committer_id: fc.constantFrom(1, 2, 3),
  on_default_branch: fc.boolean(),
  is_merge: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  presence: fc.constantFrom('existent', 'existent', 'existent', 'removed'),
  pull: fc.integer({ min: 0, max: 5 }),
});
const [drawn = []] = fc.sample(fc.array(commit, { minLength: 90, maxLength: 90 }), { numRuns: 1, seed: 7 });
const commits = drawn.map(({ change, committed, pull, ...row }, index) => ({
  ...row,
  pull,
  sha: (index + 1).toString(16).padStart(40, '0'),
  patch_id: `patch ${change}`,
  authored_at: at(`2026-03-0${1 + (change % 3)}T00:00:00Z`),
  committed_at: at(`2026-03-${committed}T00:00:00Z`),
}));

await insertRows(clickHouse, committersTable, [
  committerRow({}),
  committerRow({ committer_id: 2, primary_id: 1, user_name: 'ann-old' }),
  committerRow({ committer_id: 3, primary_id: 3, user_name: 'bob' }),
]);
const stored = commits.map(({ pull: _pull, ...row }) => row);
await insertRows(
  clickHouse,
  commitScoresTable,
  stored.map((row) => scoreRow({ ...row, delta: 10 })),
);
await insertRows(
  clickHouse,
  commitsTable,
  stored.map((row) => commitRow(row)),
);
for (const { id } of REPOS) {
  const shas = commits.filter((row) => row.repo_id === id).map((row) => row.sha);
  await storeCopies(clickHouse, { entityId: 1, repoId: id, shas });
  const ofPull = (number: number) => commits.filter((row) => row.repo_id === id && row.pull === number);
  await insertRows(
    clickHouse,
    pullRequestsTable,
    [1, 2, 3].map((number) =>
      pullRow({
        repo_id: id,
        number,
        opened_at: '2026-03-05T00:00:00Z',
        commit_shas: ofPull(number).map((row) => row.sha),
      }),
    ),
  );
}

/** Statements that read the records of commits since, and whether each looks the copies up. */
const looksUpCopies: boolean[] = [];
const query = clickHouse.client.query.bind(clickHouse.client);
vi.spyOn(clickHouse.client, 'query').mockImplementation((options) => {
  if (options.query_id?.startsWith('audit_commit_records')) looksUpCopies.push(options.query.includes('commit_copies'));
  return query(options);
});

const ASKED = ['acme', 'acme/web', 'acme/web/app', 'acme/tools/cli'].flatMap((path) =>
  ['commits', 'pull_requests'].map((type) => `/audits?resource_path=${path}&resource_type=${type}`),
);

async function ask(path: string) {
  looksUpCopies.length = 0;
  const { status, body } = await service.call('GET', path);
  expect(status).toBe(200);
  const { trace_identifier: _trace, ...rest } = body;
  return { answer: rest, lookedUp: looksUpCopies.includes(true) };
}

test('200: which copies of a commit count is the same, whether they are held in memory or looked up', async () => {
  const lookedUp = [];
  for (const path of ASKED) {
    await bumpStamp(postgres, 1, 'commits');
    lookedUp.push(await ask(path));
  }
  expect(lookedUp.map((one) => one.lookedUp)).toEqual(ASKED.map(() => true));
  await eventually(async () => {
    await bumpStamp(postgres, 1, 'rows');
    return !(await ask(ASKED[0] ?? '')).lookedUp;
  });
  for (const [index, path] of ASKED.entries()) {
    await bumpStamp(postgres, 1, 'rows');
    expect(await ask(path)).toEqual({ answer: lookedUp[index]?.answer, lookedUp: false });
  }
  const states = JSON.stringify(lookedUp.map((one) => one.answer));
  expect(states).toContain('analysis_complete');
  expect(states).toContain('ignored');
});

test('200: a page that was read since the last row was stored is answered without a statement', async () => {
  const statements = vi.mocked(clickHouse.client.query);
  for (const path of ASKED) await ask(path);
  // Once the jobs that follow what the tests stored have stored theirs, which makes new stamps.
  await eventually(async () => {
    statements.mockClear();
    for (const path of ASKED) await ask(path);
    return statements.mock.calls.every(([{ query_id: id }]) => !id?.startsWith('audit'));
  }, 25_000);
  await bumpStamp(postgres, 1, 'rows');
  await ask(ASKED[0] ?? '');
  expect(statements.mock.calls.filter(([{ query_id: id }]) => id?.startsWith('audit')).length).toBeGreaterThan(0);
});
