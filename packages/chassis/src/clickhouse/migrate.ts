import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ClickHouse, createClickHouse } from './clickhouse.ts';

export interface ClickHouseLayout {
  url: string;
  database: string;
  /** Set on a replicated cluster; absent on a single node. */
  cluster?: string | undefined;
}

/**
 * Numbered SQL, each statement idempotent. One tree serves a single node and a cluster: `{on_cluster}` and
 * `{MergeTree}` / `{ReplacingMergeTree}` are filled in by setting.
 */
export async function migrateClickHouse(layout: ClickHouseLayout, folder: string): Promise<string[]> {
  const onCluster = layout.cluster ? `ON CLUSTER ${layout.cluster}` : '';
  const bootstrap = createClickHouse(layout.url, 'default');
  try {
    await bootstrap.command(`CREATE DATABASE IF NOT EXISTS ${layout.database} ${onCluster}`);
  } finally {
    await bootstrap.close();
  }
  const clickHouse = createClickHouse(layout.url, layout.database);
  try {
    await clickHouse.command(
      fillIn(
        'CREATE TABLE IF NOT EXISTS migrations {on_cluster} (name String, applied_at DateTime64(3) DEFAULT now64(3)) ENGINE = {MergeTree} ORDER BY name',
        layout,
      ),
    );
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
      await applyFile(clickHouse, fillIn(await readFile(join(folder, name), 'utf8'), layout));
      await clickHouse.insert({ table: 'migrations', rows: [{ name }] });
      ran.push(name);
    }
    return ran;
  } finally {
    await clickHouse.close();
  }
}

async function applyFile(clickHouse: ClickHouse, sql: string): Promise<void> {
  const statements = sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim());
  for (const statement of statements) if (statement !== '') await clickHouse.command(statement);
}

function fillIn(sql: string, layout: ClickHouseLayout): string {
  const engine = (name: string, args: string) =>
    layout.cluster
      ? `Replicated${name}('/clickhouse/tables/{shard}/{database}/{table}', '{replica}'${args ? `, ${args}` : ''})`
      : `${name}(${args})`;
  return sql
    .replaceAll('{on_cluster}', layout.cluster ? `ON CLUSTER ${layout.cluster}` : '')
    .replace(/\{ReplacingMergeTree(?:\(([^)]*)\))?\}/g, (_all, args: string | undefined) =>
      engine('ReplacingMergeTree', args ?? ''),
    )
    .replace(/\{MergeTree\}/g, () => engine('MergeTree', ''));
}
