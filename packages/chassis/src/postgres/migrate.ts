import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Postgres, Queryable } from './postgres.ts';

const CHASSIS_MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
const ADVISORY_LOCK = 715_517_021;

const appliedRow = z.object({ name: z.string(), checksum: z.string() });

/**
 * Numbered SQL files, forward only. All of them run in one transaction under an advisory lock, so replicas that start
 * together migrate once. The chassis' own tables (outbox, idempotency keys, list changes) come first, in every service's schema.
 */
export async function migratePostgres(postgres: Postgres, serviceMigrations: string): Promise<string[]> {
  const files = await migrationFiles(serviceMigrations);
  return postgres.transaction(async (tx) => {
    // A large table takes longer than a request may; and whoever waits for the lock waits as long.
    await tx.run('SET LOCAL statement_timeout = 0');
    await tx.run('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await tx.run(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const applied = new Map(
      (await tx.many(appliedRow, 'SELECT name, checksum FROM migrations')).map((row) => [row.name, row.checksum]),
    );
    const ran: string[] = [];
    for (const file of files) {
      const known = applied.get(file.name);
      if (known === file.checksum) continue;
      if (known !== undefined)
        throw new Error(`migration ${file.name} was changed after it had run; add a new one instead`);
      await runMigration(tx, file);
      ran.push(file.name);
    }
    return ran;
  });
}

interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

/** What runs for a service, in this order. */
export const migrationFiles = async (serviceMigrations: string): Promise<MigrationFile[]> => [
  ...(await migrationsIn(CHASSIS_MIGRATIONS, 'chassis')),
  ...(await migrationsIn(serviceMigrations, 'service')),
];

async function runMigration(tx: Queryable, file: MigrationFile): Promise<void> {
  try {
    await tx.run(file.sql);
  } catch (cause) {
    throw new Error(`migration ${file.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  await tx.run('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [file.name, file.checksum]);
}

async function migrationsIn(folder: string, origin: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name: `${origin}/${name}`, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
