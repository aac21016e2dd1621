import { commitsTable } from '@linescope/facts/git-tables';
import { expect, test } from 'vitest';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, commitRow, insertRows, sha } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { findCommit } from './find-commit.ts';

const [ENTITY, REPO, OTHER_REPO] = [1, 100, 101];
const service = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { clickHouse, postgres } = service.context;
const { repoSnapshots } = service.started;
const ask = findCommit({ clickHouse, repoSnapshots });
const find = async (mark: string, repoId = 0) =>
  (await ask({ entityId: ENTITY, sha: sha(mark), repoId })).commits ?? [];

await insertRows(clickHouse, commitsTable, [
  commitRow({
    repo_id: REPO,
    sha: sha('c1'),
    authored_at: at('2026-03-01T12:00:00Z'),
    committed_at: at('2026-03-02T12:00:00Z'),
  }),
  commitRow({ repo_id: OTHER_REPO, sha: sha('c1') }),
  commitRow({ repo_id: OTHER_REPO, sha: sha('c2') }),
  commitRow({ repo_id: REPO, sha: sha('c3'), presence: 'removed' }),
]);
await bumpStamp(postgres, ENTITY, 'commits');

const findAll = () => Promise.all(['c1', 'c2', 'c3', 'c4'].map((mark) => find(mark, REPO)));

test('the commit of a release is the same, whether the commits of its repo are in memory or not', async () => {
  expect(await repoSnapshots.heldCommits(ENTITY, REPO)).toBeNull();
  const read = await findAll();
  expect(read.map((commits) => commits.map(({ repoId }) => repoId))).toEqual([[REPO], [OTHER_REPO], [], []]);
  expect(read[0]?.[0]).toMatchObject({
    sha: sha('c1'),
    authoredAt: '2026-03-01T12:00:00Z',
    committedAt: '2026-03-02T12:00:00Z',
    message: '',
    mergedAt: '',
  });
  await repoSnapshots.current(ENTITY, REPO);
  expect(await repoSnapshots.heldCommits(ENTITY, REPO)).not.toBeNull();
  expect(await findAll()).toEqual(read);
});

test('whoever names no repo is given all that hold the commit, with message and time of merge', async () => {
  const commits = await find('c1');
  expect(commits.map(({ repoId }) => repoId)).toEqual([REPO, OTHER_REPO]);
  expect(commits[0]).toMatchObject({ message: 'Change', mergedAt: '2026-03-02T12:00:00Z' });
});
