import { commitsTable } from '@linescope/facts/git-tables';
import { expect, test } from 'vitest';
import { commitRow, insertRows, sha } from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { createRepoSnapshots } from './repo-snapshots.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;

test('a repo that was found current is held for a second, and what was stored since is read after it', async () => {
  const clock = { ms: 1_000_000, stamp: 1, asked: 0 };
  const readStamp = async () => {
    clock.asked += 1;
    return { stamp: clock.stamp, commits: clock.stamp };
  };
  const snapshots = createRepoSnapshots(clickHouse, readStamp, () => new Date(clock.ms));
  await insertRows(clickHouse, commitsTable, [commitRow({ sha: sha('one'), repo_id: 100 })]);
  expect(snapshots.held(1, 100)).toBeNull();
  const first = await snapshots.recent(1, 100);
  clock.ms += 999;
  expect([snapshots.held(1, 100) === first, clock.asked]).toEqual([true, 1]);
  clock.ms += 1;
  expect(snapshots.held(1, 100)).toBeNull();
  await snapshots.recent(1, 100);
  expect([snapshots.held(1, 100) === first, clock.asked]).toEqual([true, 2]);

  await insertRows(clickHouse, commitsTable, [commitRow({ sha: sha('two'), repo_id: 100 })]);
  clock.stamp += 1;
  clock.ms += 1_000;
  expect(snapshots.held(1, 100)).toBeNull();
  // Within five seconds of an import the one before may be used, but is not taken for the current one.
  await snapshots.recent(1, 100);
  expect(snapshots.held(1, 100)).toBeNull();
  const second = await snapshots.current(1, 100);
  expect([second.graph.has(sha('two')), snapshots.held(1, 100) === second]).toEqual([true, true]);
});

test('snapshots of an entity that are still current are held after one question for all of them', async () => {
  const clock = { ms: 1_000_000, stamp: 1 };
  const snapshots = createRepoSnapshots(
    clickHouse,
    async () => ({ stamp: clock.stamp, commits: clock.stamp }),
    () => new Date(clock.ms),
  );
  const known = [await snapshots.recent(1, 100), await snapshots.recent(1, 101)];
  clock.ms += 2_000;
  await snapshots.confirm(1);
  expect([snapshots.held(1, 100), snapshots.held(1, 101)]).toEqual(known);
  clock.ms += 2_000;
  clock.stamp += 1;
  await snapshots.confirm(1);
  expect([snapshots.held(1, 100), snapshots.held(1, 101)]).toEqual([null, null]);
});
