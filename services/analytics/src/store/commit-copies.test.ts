import { commitScoresTable } from '@linescope/facts/git-tables';
import { encodeRows } from '@linescope/facts/table';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scoreRow } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { storeCopies } from './commit-copies.ts';

const { context } = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { clickHouse } = context;

const sha = (repoId: number, change: number) => `${repoId}${change}`.padStart(40, '0');

async function store(repoId: number, changes: readonly number[], version = 1): Promise<void> {
  const rows = changes.map((change) =>
    scoreRow({
      repo_id: repoId,
      sha: sha(repoId, change),
      patch_id: `patch ${change}`,
      on_default_branch: version === 1,
      version,
    }),
  );
  const { name: table, columnNames: columns } = commitScoresTable;
  await clickHouse.insertBinary({ table, columns, bytes: encodeRows(commitScoresTable, rows) });
  await storeCopies(clickHouse, { entityId: 1, repoId, shas: changes.map((change) => sha(repoId, change)) });
}

/** Each as often as it was written. */
async function written(): Promise<string[]> {
  const rows = await clickHouse.query({
    name: 'copies',
    sql: 'SELECT repo_id, toString(sha) AS sha, counts, version FROM commit_copies ORDER BY repo_id, sha, version',
    row: z.object({ repo_id: z.number(), sha: z.string(), counts: z.boolean(), version: z.number() }),
  });
  return rows.map((row) => `${row.repo_id} ${Number(row.sha) % 10} ${row.counts} ${row.version}`);
}

test('a commit with copies is noted once, whatever copies come later, and again when it changes itself', async () => {
  await clickHouse.command('SYSTEM STOP MERGES commit_copies');
  await store(101, [1, 2, 3]);
  expect(await written()).toEqual([]);
  await store(102, [1, 2]);
  expect(await written()).toEqual(['101 1 true 1', '101 2 true 1', '102 1 true 1', '102 2 true 1']);
  await store(103, [2, 3]);
  const all = [...['1', '2', '3'].map((one) => `101 ${one} true 1`), '102 1 true 1', '102 2 true 1'];
  expect(await written()).toEqual([...all, '103 2 true 1', '103 3 true 1']);
  await store(102, [2], 2);
  expect(await written()).toEqual([...all, '102 2 false 2', '103 2 true 1', '103 3 true 1']);
});
