import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { diffDeltaWeightsSchema } from '@linescope/contract/diff-delta-weights';
import { lineChangesTable } from '@linescope/facts/git-tables';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { insertRows, lineRow, sha } from '../testing/fact-rows.ts';
import { countMissing, insertScores } from './score-versions.ts';

const FOLDER = fileURLToPath(new URL('../../migrations/clickhouse/', import.meta.url));

test('commits that were stored before scores had versions are scored beside their imported scores', async () => {
  const { url, database } = await testClickHouse();
  const clickHouse = createClickHouse(url, database);
  removeAfterFile(() => clickHouse.close());
  const older = await mkdtemp(join(tmpdir(), 'linescope-migrations-'));
  removeAfterFile(() => rm(older, { recursive: true, force: true }));
  const names = (await readdir(FOLDER)).toSorted();
  for (const name of names.filter((file) => file < '0012')) await copyFile(join(FOLDER, name), join(older, name));
  await migrateClickHouse({ url, database }, older);
  for (const [mark, delta] of [
    ['a', 1],
    ['b', 2],
  ] as const) {
    await clickHouse.command(
      `INSERT INTO commit_scores (entity_id, repo_id, sha, presence, on_default_branch, lines, delta, issue_keys, version)
       VALUES (1, 100, '${sha(mark)}', 'existent', true, 1, ${delta}, ['A-1'], 3)`,
    );
  }
  await migrateClickHouse({ url, database }, FOLDER);
  const lines = ['a', 'b'].map((mark) =>
    lineRow({ sha: sha(mark), operation: 'add', provenance: 'new_code', version: 3 }),
  );
  await insertRows(clickHouse, lineChangesTable, lines);

  const scores = (table: string) =>
    clickHouse.query({
      name: 'test',
      sql: `SELECT score_version, sum(delta) AS delta, count() AS rows FROM ${table} FINAL GROUP BY score_version ORDER BY score_version`,
      row: z.object({ score_version: z.number(), delta: z.number(), rows: z.number() }),
    });
  expect(await scores('commit_scores')).toEqual([{ score_version: 0, delta: 3, rows: 2 }]);
  const version = { version: 2, weights: diffDeltaWeightsSchema.parse({ operation: { add: 50 } }) };
  await insertScores(clickHouse, { entityId: 1, repoId: 100 }, version, [sha('a'), sha('b')]);
  await insertScores(clickHouse, { entityId: 1, repoId: 100 }, version, [sha('b')]);
  expect(await countMissing(clickHouse, 1, 2)).toEqual([{ repo_id: 100, total: 2, missing: 0 }]);
  await clickHouse.command('OPTIMIZE TABLE commit_scores FINAL');
  const facts = await clickHouse.query({
    name: 'test',
    sql: `SELECT mapKeys(facts) AS names FROM sha_facts FINAL ORDER BY commit_key`,
    row: z.object({ names: z.array(z.string()) }),
  });
  expect(facts.map(({ names }) => names)).toEqual([
    ['score 0', 'score 2'],
    ['score 0', 'score 2'],
  ]);
  for (const table of ['commit_scores', 'sha_scores', 'issue_commits']) {
    expect([table, await scores(table)]).toEqual([
      table,
      [
        { score_version: 0, delta: 3, rows: 2 },
        { score_version: 2, delta: 10, rows: 2 },
      ],
    ]);
  }
}, 90_000);
