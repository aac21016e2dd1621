import { fileURLToPath } from 'node:url';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres, type Postgres } from '@linescope/chassis/postgres/postgres';
import type { SnapshotBytes } from '@linescope/git-engine/walk/snapshot-parts';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findImport, importRow } from './imports.ts';
import { forgetRepo, readSnapshots, writeSnapshots } from './snapshots.ts';

let postgres: Postgres;
let importId = 0;

beforeAll(async () => {
  postgres = createPostgres((await testPostgres('imports')).url);
  removeAfterFile(() => postgres.close());
  await migratePostgres(postgres, fileURLToPath(new URL('../../migrations/', import.meta.url)));
  const row = z.object({ id: z.number() });
  const sql = `INSERT INTO imports (entity_id, repo_path) VALUES (1, 'a/b') RETURNING id`;
  importId = (await postgres.one(row, sql)).id;
});

const job = (run: number) => ({ id: importId, entity_id: 1, run });
const upTo = (defaultTip: string) => ({ defaultTip, offDefault: ['ahead'], linesSince: 7 });
const parts = (...texts: string[]) => texts.map((text) => Buffer.from(text));

async function textOf(bytes: SnapshotBytes | null | undefined): Promise<string> {
  return Buffer.concat(await Array.fromAsync(bytes ?? [])).toString();
}

async function standing() {
  const { snapshot, delivered, checkpoints } = await readSnapshots(postgres, importId);
  const older = (checkpoints?.positions ?? []).toSorted((a, b) => a - b);
  const texts = await Promise.all(older.map(async (at) => [at, await textOf(await checkpoints?.read(at))] as const));
  return { newest: await textOf(snapshot), tip: delivered?.defaultTip, older: texts };
}

test('a snapshot and its checkpoints come back as they were, and the next one makes it a checkpoint', async () => {
  expect(await readSnapshots(postgres, importId)).toEqual({});
  await postgres.transaction((tx) =>
    writeSnapshots(tx, job(1), {
      delivered: upTo('first'),
      snapshot: { position: 100, bytes: parts('one hun', 'dred') },
      checkpoints: [
        { position: 50, bytes: parts('fif', 'ty') },
        { position: 10, bytes: parts('ten') },
      ],
    }),
  );
  const older = [
    [10, 'ten'],
    [50, 'fifty'],
  ];
  expect(await standing()).toEqual({ newest: 'one hundred', tip: 'first', older });
  await postgres.transaction((tx) =>
    writeSnapshots(tx, job(2), {
      delivered: upTo('second'),
      snapshot: { position: 120, bytes: parts('more') },
      checkpoints: [
        { position: 100, bytes: null },
        { position: 10, bytes: null },
      ],
    }),
  );
  const kept = [
    [10, 'ten'],
    [100, 'one hundred'],
  ];
  expect(await standing()).toEqual({ newest: 'more', tip: 'second', older: kept });
  const left = {
    delivered: upTo('third'),
    snapshot: { position: 120, bytes: null },
    checkpoints: kept.map(([at]) => ({ position: Number(at), bytes: null })),
  };
  await postgres.transaction((tx) => writeSnapshots(tx, job(3), left));
  expect(await standing()).toEqual({ newest: 'more', tip: 'third', older: kept });
  expect((await readSnapshots(postgres, importId)).delivered).toMatchObject(upTo('third'));
});

test('what was delivered is not known of a snapshot that a worker of the version before has written', async () => {
  const before = await standing();
  await postgres.run('UPDATE newest_snapshots SET run = run + 1 WHERE import_id = $1', [importId]);
  expect(await standing()).toEqual({ ...before, tip: undefined });
});

test('a worker that dies between two parts leaves what the run before it left', async () => {
  const before = await standing();
  async function* dying() {
    yield Buffer.from('first part');
    // The connection goes as a killed worker's does.
    await postgres.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = current_user AND state = 'idle in transaction' AND pid <> pg_backend_pid()`,
    );
    yield Buffer.from('second part');
  }
  const writing = postgres.transaction((tx) =>
    writeSnapshots(tx, job(4), {
      delivered: upTo('fourth'),
      snapshot: { position: 130, bytes: dying() },
      checkpoints: [],
    }),
  );
  await expect(writing).rejects.toThrow();
  expect(await standing()).toEqual(before);
});

test('of a repo that took the name of another, an import knows as little as one that was just queued', async () => {
  const insert = (path: string) =>
    postgres.one(
      z.object({ id: z.number() }),
      'INSERT INTO imports (entity_id, repo_path) VALUES (1, $1) RETURNING id',
      [path],
    );
  const [other, fresh] = [await insert('a/other'), await insert('a/fresh')];
  await postgres.run('UPDATE imports SET repo_id = 12, run = 7 WHERE id = $1', [other.id]);
  await postgres.run(
    `UPDATE imports SET repo_id = 12, run = 3, git_run = 3, cursor_run = 3, cursor_tips = '{"a": "b"}', cursor_part = 4,
       stored_tips = '{"a": "b"}', stored_window_start = now(), stored_before_window = '["b"]', stored_note_tips = '{"a": "b"}',
       facts_compared_at = now(), commits_complete_count = 9, commit_processed_count = 9, commits_in_run = 9, commits_done_in_run = 9,
       percent_complete = 100, days_with_commit = '{2026-06-01}', default_branch_processed_back_through = now(),
       provider_past_year_commit_count = 9, pull_request_discovered_count = 9, pull_request_processed_count = 9,
       last_pr_discovery_at = now(), last_processed_at = now(), stats_calculated_at = now(), awaited = false
     WHERE id = $1`,
    [importId],
  );
  const before = await findImport(postgres, other.id);
  const forgotten = await postgres.transaction((tx) => forgetRepo(tx, { id: importId }, 12));
  const own = {
    id: true,
    repo_path: true,
    repo_id: true,
    run: true,
    run_queued_at: true,
    created_at: true,
    updated_at: true,
  } as const;
  expect(importRow.omit(own).parse(forgotten)).toEqual(importRow.omit(own).parse(await findImport(postgres, fresh.id)));
  expect(await readSnapshots(postgres, importId)).toEqual({});
  // Batches of its first run are none that another import of the repo sent.
  expect(forgotten.run).toBe(8);
  expect(await findImport(postgres, other.id)).toEqual(before);
});
