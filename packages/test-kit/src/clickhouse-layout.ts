import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { z } from 'zod';

interface Target {
  url: string;
  database: string;
}

/** What the migrations of a folder come to. */
interface Layout {
  /** The name that its statements have for the database. */
  database: string;
  statements: string[];
  migrations: string[];
}

const layouts = new Map<string, Promise<Layout>>();

/**
 * Brings a new database to where the migrations of the folder lead. The first of a process runs them; for the others its tables
 * are made at once as they are in the end, which is half as many statements, and the service finds nothing left to do.
 */
export async function layOut(target: Target, folder: string): Promise<void> {
  const known = layouts.get(folder);
  if (known) return repeatLayout(target, await known);
  const first = migrateClickHouse(target, folder).then((migrations) => readLayout(target, migrations));
  layouts.set(folder, first);
  await first;
}

async function readLayout({ url, database }: Target, migrations: string[]): Promise<Layout> {
  const clickHouse = createClickHouse(url, database);
  try {
    const tables = await clickHouse.query({
      name: 'layout',
      // Views after the tables that they read and fill.
      sql: `SELECT create_table_query AS statement FROM system.tables WHERE database = currentDatabase()
            ORDER BY engine = 'MaterializedView', name`,
      row: z.object({ statement: z.string() }),
    });
    return { database, statements: tables.map(({ statement }) => statement), migrations };
  } finally {
    await clickHouse.close();
  }
}

async function repeatLayout({ url, database }: Target, layout: Layout): Promise<void> {
  const clickHouse = createClickHouse(url, database);
  try {
    for (const statement of layout.statements)
      await clickHouse.command(statement.replaceAll(layout.database, database));
    await clickHouse.insert({ table: 'migrations', rows: layout.migrations.map((name) => ({ name })) });
  } finally {
    await clickHouse.close();
  }
}
