import { releasesTable } from '@linescope/facts/copy-tables';
import { commitsTable } from '@linescope/facts/git-tables';
import { beforeAll, expect, test } from 'vitest';
import { at, commitRow, insertRows, releaseRow, sha } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { countReleases } from './count-releases.ts';

const service = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { clickHouse } = service.context;
const count = countReleases({ clickHouse, repoSnapshots: service.started.repoSnapshots });

/** One after the other, a day each: c1 ← c2 ← … ← c6. */
beforeAll(() =>
  insertRows(
    clickHouse,
    commitsTable,
    [1, 2, 3, 4, 5, 6].map((day) =>
      commitRow({
        sha: sha(`c${day}`),
        parents: day === 1 ? [] : [sha(`c${day - 1}`)],
        authored_at: at(`2026-03-0${day}T00:00:00Z`),
        issue_keys: [`OPS-${day % 2}`],
      }),
    ),
  ),
);

const range = (mark: string, previous = '', previousAt = '') => ({
  repoId: 100,
  sha: sha(mark),
  previousSha: previous && sha(previous),
  previousAt,
});
const commits = async (...ranges: ReturnType<typeof range>[]) => (await count({ entityId: 1, ranges })).commitCounts;

test('a release holds the commits since the one before, the first all', async () => {
  expect(await commits(range('c6', 'c4'), range('c4', 'c2'), range('c2'))).toEqual([2, 2, 2]);
});

test('a second release of the same commit holds none', async () => {
  expect(await commits(range('c6', 'c6'))).toEqual([0]);
});

test('where no release before is of a known commit, the newest commit at its time counts', async () => {
  expect(await commits(range('c6', 'unknown', '2026-03-03T12:00:00Z'))).toEqual([3]);
});

test('a release before of an unknown commit is passed over', async () => {
  const known = { sha: sha('c4'), released_at: '2026-03-04T12:00:00Z' };
  const older = { release_id: 2, sha: sha('c2'), released_at: '2026-03-02T12:00:00Z' };
  await insertRows(clickHouse, releasesTable, [releaseRow(known), releaseRow(older)]);
  expect(await commits(range('c6', 'unknown', '2026-03-05T00:00:00Z'))).toEqual([2]);
});

test('a release of an unknown commit holds none', async () => {
  expect(await commits(range('unknown', 'c4'))).toEqual([0]);
});
