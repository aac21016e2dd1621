import { commitsTable } from '@linescope/facts/git-tables';
import { expect, test } from 'vitest';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, commitRow, insertRows, sha } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { newestCommitBefore } from './newest-commit-before.ts';

const [ENTITY, REPO] = [1, 100];
const service = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { clickHouse, postgres } = service.context;
const { repoSnapshots } = service.started;
const ask = newestCommitBefore({ clickHouse, repoSnapshots });
const newestAt = async (time: string) => (await ask({ entityId: ENTITY, repoId: REPO, at: time })).commits?.[0];

async function store(rows: Parameters<typeof commitRow>[0][]): Promise<void> {
  await insertRows(clickHouse, commitsTable, rows.map(commitRow));
  await bumpStamp(postgres, ENTITY, 'commits');
}

const day = (number: number) => at(`2026-03-0${number}T12:00:00Z`);
const TIMES = [1, 2, 3, 4, 5, 6].flatMap((number) => [
  `2026-03-0${number}T11:59:59.999Z`,
  `2026-03-0${number}T12:00:00Z`,
  `2026-03-0${number}T12:00:00.500Z`,
]);

test('a release by time has the same commit, whether the commits are in memory or not', async () => {
  await store([
    { sha: sha('c1'), authored_at: day(1), committed_at: day(2) },
    // Of the same second: the one that was authored later, then the first by its sha.
    { sha: sha('c3'), authored_at: day(2), committed_at: day(3) },
    { sha: sha('c2'), authored_at: day(2), committed_at: day(3) },
    { sha: sha('c0'), authored_at: day(1), committed_at: day(3) },
    { sha: sha('d1'), authored_at: day(4), committed_at: day(4), on_default_branch: false },
    { sha: sha('d2'), authored_at: day(4), committed_at: day(4), presence: 'removed' },
    { sha: sha('c5'), authored_at: day(5), committed_at: day(5) },
  ]);
  expect(await repoSnapshots.heldCommits(ENTITY, REPO)).toBeNull();
  const read = await Promise.all(TIMES.map(newestAt));
  const found = Map.groupBy(read, (commit) => commit?.sha);
  expect([...found].map(([newest, times]) => [newest?.slice(0, 2), times.length])).toEqual([
    [undefined, 4],
    ['c1', 3],
    ['c2', 6],
    ['c5', 5],
  ]);
  await repoSnapshots.current(ENTITY, REPO);
  expect(await repoSnapshots.heldCommits(ENTITY, REPO)).not.toBeNull();
  expect(await Promise.all(TIMES.map(newestAt))).toEqual(read);
});

test('a commit that was stored meanwhile is found', async () => {
  await repoSnapshots.current(ENTITY, REPO);
  await store([{ sha: sha('c6'), authored_at: day(6), committed_at: day(6) }]);
  expect((await newestAt('2026-03-07T00:00:00Z'))?.sha).toBe(sha('c6'));
});

test('commits in memory last until commits are stored, whatever else is', async () => {
  const graph = await repoSnapshots.commits(ENTITY, REPO);
  await bumpStamp(postgres, ENTITY, 'rows');
  await bumpStamp(postgres, ENTITY, 'copies');
  expect(await repoSnapshots.commits(ENTITY, REPO)).toBe(graph);
  await store([{ sha: sha('c7'), authored_at: day(7), committed_at: day(7) }]);
  expect(await repoSnapshots.heldCommits(ENTITY, REPO)).toBeNull();
  expect((await repoSnapshots.commits(ENTITY, REPO)).has(sha('c7'))).toBe(true);
});
