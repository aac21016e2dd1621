import { randomBytes } from 'node:crypto';
import { createClient } from '@clickhouse/client';
import { layOut } from './clickhouse-layout.ts';
import { removeAfterFile } from './leave-nothing.ts';
import { serverUrl } from './servers.ts';

export interface TestClickHouse {
  url: string;
  database: string;
}

/** A ClickHouse database of its own for one test file, with the tables of a folder of migrations if one is given; dropped after the file. */
export async function testClickHouse(migrations?: string): Promise<TestClickHouse> {
  const url = await serverUrl('clickhouse', 'TEST_CLICKHOUSE_URL');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await command(url, `create database ${database}`);
  removeAfterFile(() => command(url, `drop database if exists ${database}`));
  if (migrations !== undefined) await layOut({ url, database }, migrations);
  return { url, database };
}

async function command(url: string, query: string): Promise<void> {
  const client = createClient({ url });
  try {
    await client.command({ query });
  } finally {
    await client.close();
  }
}
