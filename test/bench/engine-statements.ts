import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { startClickHouse } from '@linescope/local-stores/clickhouse';
import { z } from 'zod';

const HELP = `npm run bench -- engine-statements [--statements 100000] [--every 10000]

So many statements against the embedded ClickHouse engine, one after another: small readings, readings with parameters, readings of
a table, and every tenth an insert like an import's. At every so many: the time of each, the memory that the engine counts for all
and for merges, the heap that it really has, and what the process takes. Ends with 1 when a statement was refused.
`;

const ROWS_OF_AN_INSERT = 200;
const MB = 1_000_000;

const Health = z.object({ is_well: z.boolean(), heap_bytes: z.number(), resident_bytes: z.number() });
const Counted = z.array(z.object({ metric: z.string(), value: z.coerce.number() }));

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    statements: { type: 'string', default: '100000' },
    every: { type: 'string', default: '10000' },
  },
});
if (values.help) process.stdout.write(HELP);
else await run(Number(values.statements), Number(values.every));

async function run(statements: number, every: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-engine-statements-'));
  const host = await startClickHouse({ dataDir, log: (line) => process.stderr.write(`${line}\n`) });
  const client = createClient({ url: host.url, log: { level: ClickHouseLogLevel.OFF } });
  try {
    await client.command({
      query: `CREATE TABLE lines (repo_id UInt64, sha FixedString(40), author String, at DateTime, added UInt32, path String)
              ENGINE = ReplacingMergeTree ORDER BY (repo_id, sha, path) SETTINGS non_replicated_deduplication_window = 1000`,
    });
    const refused = await ask(client, host.url, statements, every);
    if (refused > 0) process.exitCode = 1;
  } finally {
    await client.close();
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function ask(client: ClickHouseClient, url: string, statements: number, every: number): Promise<number> {
  let refused = 0;
  let firstRefusal: unknown;
  let began = performance.now();
  process.stdout.write(`${await figures(client, url, 'at the start')}\n`);
  for (let number = 1; number <= statements; number += 1) {
    try {
      await statement(client, number);
    } catch (error) {
      refused += 1;
      firstRefusal ??= error;
    }
    if (number % every !== 0) continue;
    const each = `${((performance.now() - began) / every).toFixed(1)} ms each, ${refused} refused`;
    process.stdout.write(`${await figures(client, url, `${number} statements, ${each}`)}\n`);
    began = performance.now();
  }
  if (firstRefusal !== undefined) process.stdout.write(`the first refusal: ${String(firstRefusal)}\n`);
  return refused;
}

async function statement(client: ClickHouseClient, number: number): Promise<void> {
  const kind = number % 10;
  if (kind === 0) return insert(client, number);
  const format = 'JSONEachRow';
  if (kind <= 4) await (await client.query({ query: `SELECT ${number} AS n`, format })).text();
  else if (kind <= 7) {
    const query = 'SELECT {repo:UInt64} AS repo, {author:String} AS author';
    const query_params = { repo: number, author: `author ${number}` };
    await (await client.query({ query, query_params, format })).text();
  } else {
    const query = 'SELECT author, sum(added) AS added FROM lines FINAL WHERE repo_id = {repo:UInt64} GROUP BY author';
    await (await client.query({ query, query_params: { repo: number % 50 }, format })).text();
  }
}

async function insert(client: ClickHouseClient, number: number): Promise<void> {
  const rows = Array.from({ length: ROWS_OF_AN_INSERT }, (_, row) => ({
    repo_id: (number / 10) % 50,
    sha: `${number * ROWS_OF_AN_INSERT + row}`.padStart(40, '0'),
    author: `author ${row % 7}`,
    at: 1_700_000_000 + number,
    added: row,
    path: `src/folder-${row % 20}/file-${row}.ts`,
  }));
  const clickhouse_settings = { insert_deduplication_token: `batch ${number}` };
  await client.insert({ table: 'lines', values: rows, format: 'JSONEachRow', clickhouse_settings });
}

async function figures(client: ClickHouseClient, url: string, when: string): Promise<string> {
  const query = "SELECT metric, value FROM system.metrics WHERE metric LIKE '%MemoryTracking'";
  const metrics = Counted.parse(await (await client.query({ query, format: 'JSONEachRow' })).json());
  const counted = (name: string) => inMb(metrics.find(({ metric }) => metric === name)?.value ?? 0);
  const health = Health.parse(await (await fetch(`${url}/health`)).json());
  const heap = `heap ${inMb(health.heap_bytes)}, resident ${inMb(health.resident_bytes)}`;
  const ofMerges = counted('MergesMutationsMemoryTracking');
  return `${when}: counted ${counted('MemoryTracking')} (merges ${ofMerges}), ${heap}, ${health.is_well ? 'well' : 'not well'}`;
}

function inMb(bytes: number): string {
  return `${Math.round(bytes / MB)} MB`;
}
