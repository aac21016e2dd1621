import { commitsTable } from '@linescope/facts/git-tables';
import { pullRequestsTable } from '@linescope/facts/provider-tables';
import { beforeAll, expect, test } from 'vitest';
import { at, commitRow, insertRows, pullRow, sha } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { commitsNaming } from './commits-naming.ts';

const service = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { clickHouse } = service.context;
const ask = commitsNaming({ clickHouse, repoSnapshots: service.started.repoSnapshots });

const WHOLE = { entityId: 1, since: '2026-01-01T00:00:00Z', repoId: 0, shas: [] };
const named = async (over: { keys: string[]; repoId?: number; shas?: string[] }) => {
  const { commits } = await ask({ ...WHOLE, ...over });
  return (commits ?? []).map(({ key, commit }) => `${key} ${commit?.sha?.replace(/0+$/, '')}`).sort();
};

const commit = (mark: string, message: string, over = {}) =>
  commitRow({ sha: sha(mark), message, authored_at: at('2026-03-02T00:00:00Z'), ...over });

beforeAll(async () => {
  await insertRows(clickHouse, commitsTable, [
    commit('a', 'Fix OPS-12: stop the leak'),
    commit('b', 'Later, OPS-123'),
    commit('c', 'Reject what is not signed'),
    commit('d', 'Tidy up'),
    commit('e', 'Squashed'),
    commit('f', 'OPS-12 on a branch', { on_default_branch: false }),
    commit('g', 'OPS-12, gone since', { presence: 'removed' }),
    commit('h', 'OPS-12 of old', { authored_at: at('2025-03-02T00:00:00Z') }),
    commit('i', 'Closes #7', { issue_keys: ['web/app#7'] }),
    commit('j', 'OPS-12 of another entity', { entity_id: 2 }),
    commit('k', 'Merge OPS-12', { is_merge: true }),
  ]);
  await insertRows(clickHouse, pullRequestsTable, [
    pullRow({
      number: 1,
      title: 'OPS-13: tidy up',
      branch_name: 'fix/OPS-14',
      commit_shas: [sha('d')],
      squash_sha: sha('e'),
    }),
    pullRow({ number: 2, title: 'Other', branch_name: 'OPS-15-leak', commit_shas: [sha('d')], issue_keys: ['OPS-15'] }),
  ]);
});

test('a commit names a key in its message, whatever the key’s shape, on any branch that is left', async () => {
  expect(await named({ keys: ['OPS-12', 'OPS-1', 'ops-12', 'signed', 'web/app#7'] })).toEqual([
    'OPS-12 a',
    'OPS-12 f',
    'signed c',
    'web/app#7 i',
  ]);
});

test('a commit names a key by the title or the branch of its pull request', async () => {
  expect(await named({ keys: ['OPS-13', 'OPS-14', 'OPS-15'] })).toEqual([
    'OPS-13 d',
    'OPS-13 e',
    'OPS-14 d',
    'OPS-14 e',
  ]);
});

test('the commits asked about alone are looked at', async () => {
  const shas = [sha('a'), sha('d'), sha('h')];
  expect(await named({ keys: ['OPS-12', 'OPS-13', 'signed'], repoId: 100, shas })).toEqual(['OPS-12 a', 'OPS-13 d']);
});

test('a thousand keys are looked for at once, among new commits and among all', async () => {
  const keys = ['OPS-12', 'OPS-13', ...Array.from({ length: 998 }, (_, index) => `INC-${index}`)];
  expect(await named({ keys, repoId: 100, shas: [sha('a'), sha('d')] })).toEqual(['OPS-12 a', 'OPS-13 d']);
  expect(await named({ keys })).toEqual(['OPS-12 a', 'OPS-12 f', 'OPS-13 d', 'OPS-13 e']);
});

test('a commit is merged with its pull request, else when it was committed on the default branch', async () => {
  await insertRows(clickHouse, pullRequestsTable, [
    pullRow({ number: 3, commit_shas: [sha('a')], merged_at: '2026-03-05T00:00:00Z' }),
    pullRow({ number: 4, commit_shas: [sha('a'), sha('c')] }),
  ]);
  const { commits } = await ask({ ...WHOLE, keys: ['OPS-12', 'signed'] });
  expect((commits ?? []).map(({ commit: found }) => [found?.sha?.[0], found?.mergedAt]).sort()).toEqual([
    ['a', '2026-03-05T00:00:00Z'],
    ['c', '2026-03-02T00:00:00Z'],
    ['f', ''],
  ]);
});
