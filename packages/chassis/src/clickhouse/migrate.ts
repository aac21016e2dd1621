import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cannotBeUsed } from '../service/cannot-be-used.ts';
import { createClickHouse } from './clickhouse.ts';
import { type ClickHouseLayout, statementsOf } from './layout.ts';

const MIGRATIONS_TABLE = `
  CREATE TABLE IF NOT EXISTS migrations {on_cluster} (name String, applied_at DateTime64(3) DEFAULT now64(3))
  ENGINE = {MergeTree} ORDER BY name`;

/** A migration may copy a whole table into another order. */
const COPYING_MS = 600_000;

/** Numbered SQL, each statement idempotent, laid out for a single server or a cluster by setting. */
export async function migrateClickHouse(layout: ClickHouseLayout, folder: string): Promise<string[]> {
  const onCluster = layout.cluster ? `ON CLUSTER ${layout.cluster}` : '';
  const bootstrap = createClickHouse(layout.url, 'default');
  try {
    await bootstrap
      .command(`CREATE DATABASE IF NOT EXISTS ${layout.database} ${onCluster}`)
      .catch(cannotBeUsed('ClickHouse', 'CLICKHOUSE_URL'));
  } finally {
    await bootstrap.close();
  }
  const clickHouse = createClickHouse(layout.url, layout.database, {}, COPYING_MS);
  try {
    for (const statement of statementsOf(MIGRATIONS_TABLE, layout)) await clickHouse.command(statement);
    const applied = new Set(
      (
        await clickHouse.query({
          name: 'migrations',
          sql: 'SELECT name FROM migrations',
          row: z.object({ name: z.string() }),
        })
      ).map((row) => row.name),
    );
    const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
    const ran: string[] = [];
    for (const name of names) {
      if (applied.has(name)) continue;
      const statements = statementsOf(await readFile(join(folder, name), 'utf8'), layout);
      for (const statement of statements) await clickHouse.command(statement);
      await clickHouse.insert({ table: 'migrations', rows: [{ name }] });
      ran.push(name);
    }
    return ran;
  } finally {
    await clickHouse.close();
  }
}
