import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { Histogram } from 'prom-client';
import type { z } from 'zod';
import type { ClickHouseConfig } from '../config/settings.ts';
import { DURATION_BUCKETS } from '../metrics/metrics.ts';
import type { Runtime } from '../service/run-service.ts';
import { CLUSTER_SETTINGS } from './layout.ts';
import { limitPerKey } from './limit-per-key.ts';

export interface QueryOptions<Row extends z.ZodType> {
  /** Names the query in logs and in `query_id`. */
  name: string;
  sql: string;
  /** `entity_id` among them also selects the per-entity limit of concurrent queries. */
  params?: Record<string, unknown>;
  row: Row;
  settings?: Record<string, string | number>;
  signal?: AbortSignal;
}

/** A query whose rows are many: they come as bytes in ClickHouse's RowBinary, for the caller to read. */
export type BinaryQueryOptions = Omit<QueryOptions<z.ZodType>, 'row'>;

export interface InsertOptions {
  table: string;
  rows: readonly unknown[];
  /** The same token inserts once, however often it is sent within the table's window. */
  deduplicationToken?: string;
}

/** Rows that are already in ClickHouse's own form. Table and column names must be known ones: they are part of the statement. */
export interface BinaryInsertOptions {
  table: string;
  columns: readonly string[];
  /** RowBinary unless it says so. */
  format?: 'RowBinary' | 'Native';
  bytes: Buffer;
  /** How the bytes are packed; not at all unless it says so. */
  encoding?: 'zstd';
  deduplicationToken?: string;
}

/** A query is a typed function: bound parameters in, validated rows out. */
export interface ClickHouse {
  query<Row extends z.ZodType>(options: QueryOptions<Row>): Promise<z.output<Row>[]>;
  queryBinary(options: BinaryQueryOptions): Promise<Buffer>;
  insert(options: InsertOptions): Promise<void>;
  insertBinary(options: BinaryInsertOptions): Promise<void>;
  command(
    sql: string,
    options?: { params?: Record<string, unknown>; settings?: Record<string, string | number> },
  ): Promise<void>;
  client: ClickHouseClient;
  close(): Promise<void>;
}

export async function openClickHouse(runtime: Runtime<ClickHouseConfig>): Promise<ClickHouse> {
  const duration = new Histogram({
    name: 'linescope_clickhouse_seconds',
    help: 'Statements sent to ClickHouse, by name and outcome (ok, failed).',
    labelNames: ['statement', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [runtime.metrics.registry],
  });
  const clickHouse = timeStatements(
    createClickHouse(
      runtime.config.CLICKHOUSE_URL,
      runtime.config.CLICKHOUSE_DATABASE,
      runtime.config.CLICKHOUSE_CLUSTER ? CLUSTER_SETTINGS : {},
    ),
    (statement, seconds, outcome) => duration.observe({ statement, outcome }, seconds),
  );
  runtime.onStop('clickhouse', () => clickHouse.close());
  runtime.readiness.add('clickhouse', async () => {
    const answer = await clickHouse.client.ping();
    if (!answer.success) throw answer.error;
  });
  return clickHouse;
}

/** For work that nobody waits for: its queries leave room for those of requests, as its inserts do. */
export const inBackground = (clickHouse: ClickHouse): ClickHouse => ({
  ...clickHouse,
  query: (options) => clickHouse.query({ ...options, settings: { ...BACKGROUND, ...options.settings } }),
  queryBinary: (options) => clickHouse.queryBinary({ ...options, settings: { ...BACKGROUND, ...options.settings } }),
});

/** A server knows it where its operator has made such a workload; the embedded engine always does. */
const BACKGROUND = { workload: 'background' };

function timeStatements(
  clickHouse: ClickHouse,
  observe: (statement: string, seconds: number, outcome: 'ok' | 'failed') => void,
): ClickHouse {
  const timed = async <T>(statement: string, work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = (outcome: 'ok' | 'failed') => observe(statement, (performance.now() - began) / 1000, outcome);
    work.then(
      () => done('ok'),
      () => done('failed'),
    );
    return work;
  };
  return {
    ...clickHouse,
    query: (options) => timed(options.name, clickHouse.query(options)),
    queryBinary: (options) => timed(options.name, clickHouse.queryBinary(options)),
    insert: (options) => timed(`insert ${options.table}`, clickHouse.insert(options)),
    insertBinary: (options) => timed(`insert ${options.table}`, clickHouse.insertBinary(options)),
    command: (sql, options) => timed('command', clickHouse.command(sql, options)),
  };
}

/** Upper limits of every query, on a server as on the embedded engine, so that a query whose caller has gone still ends. */
const QUERY_LIMITS: Record<string, string | number> = {
  max_execution_time: 60,
  max_memory_usage: 1_200_000_000,
  max_rows_to_read: 2_000_000_000,
};
/** One entity may use only a few of the connections at once, so that others' queries find one free. */
const CONNECTIONS = 64;
const CONNECTIONS_PER_ENTITY = 8;

export function createClickHouse(
  url: string,
  database: string,
  settings: ClickHouseSettings = {},
  requestTimeoutMs = 60_000,
): ClickHouse {
  const client = createClient({
    url,
    database,
    request_timeout: requestTimeoutMs,
    max_open_connections: CONNECTIONS,
    keep_alive: { enabled: true },
    // Lists of thousands of ids do not fit in a URL.
    use_multipart_params_auto: true,
    clickhouse_settings: {
      date_time_input_format: 'best_effort',
      output_format_json_quote_64bit_integers: 0,
      ...settings,
    },
    log: { LoggerClass: SilentLogger },
  });
  const limited = limitPerKey(CONNECTIONS_PER_ENTITY);
  const entityOf = ({ params = {} }: BinaryQueryOptions): string => String(params['entity_id'] ?? '');
  const requestOf = (options: BinaryQueryOptions) => {
    const entity = entityOf(options);
    return {
      query_params: options.params ?? {},
      query_id: `${options.name}-${crypto.randomUUID()}`,
      clickhouse_settings: { ...QUERY_LIMITS, ...(entity === '' ? {} : { quota_key: entity }), ...options.settings },
      ...(options.signal ? { abort_signal: options.signal } : {}),
    };
  };
  return {
    client,
    async query({ row, ...options }) {
      const text = await limited(entityOf(options), async () => {
        const result = await client.query({ query: options.sql, format: 'JSONEachRow', ...requestOf(options) });
        return result.text();
      });
      const rows: z.output<typeof row>[] = [];
      // Of a large result some rows at a time, so that other requests are answered meanwhile.
      for (const part of partsOf(text)) {
        if (rows.length > 0) await nextTurn();
        for (const raw of rowsOf(part)) rows.push(row.parse(raw));
      }
      return rows;
    },
    queryBinary: (options) =>
      limited(entityOf(options), async () => {
        const { stream } = await client.exec({ query: `${options.sql}\nFORMAT RowBinary`, ...requestOf(options) });
        return buffer(stream);
      }),
    async insert({ table, rows, deduplicationToken }) {
      if (rows.length === 0) return;
      await client.insert({
        table,
        values: rows,
        format: 'JSONEachRow',
        ...(deduplicationToken
          ? {
              clickhouse_settings: {
                insert_deduplication_token: deduplicationToken,
                deduplicate_blocks_in_dependent_materialized_views: 1,
              },
            }
          : {}),
      });
    },
    async insertBinary({ table, columns, format = 'RowBinary', bytes, encoding, deduplicationToken }) {
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT ${format}`,
        values: Readable.from([bytes], { objectMode: false }),
        ...(encoding ? { http_headers: { 'Content-Encoding': encoding } } : {}),
        clickhouse_settings: {
          // The tables behind views are written side by side: each waits for the disk.
          parallel_view_processing: 1,
          // A repeated block may be present in the table and still be missing in the tables behind its views.
          ...(deduplicationToken
            ? { insert_deduplication_token: deduplicationToken, deduplicate_blocks_in_dependent_materialized_views: 1 }
            : {}),
          // A block that comes in columns holds each key once, in order: there is nothing to replace in it.
          ...(format === 'Native' ? { optimize_on_insert: 0 } : {}),
        },
      });
      stream.resume();
      await finished(stream);
    },
    async command(sql, { params, settings } = {}) {
      await client.command({
        query: sql,
        ...(params ? { query_params: params } : {}),
        ...(settings ? { clickhouse_settings: settings } : {}),
      });
    },
    close: () => client.close(),
  };
}

const PART = 256 * 1024;

/** Whole lines of some hundred kilobytes. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from + PART);
    const until = end === -1 ? text.length : end + 1;
    yield from === 0 && until === text.length ? text : text.slice(from, until);
    from = until;
  }
}

/** A row a line. Read at once: the client would make a stream of it, which takes longer than most statements' rows. */
const rowsOf = (text: string): unknown[] => JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);

/** The client prints to the console by default; its errors reach our own log through the caller. */
class SilentLogger {
  trace() {}
  debug() {}
  info() {}
  warn() {}
  error() {}
}

/** Out of time, rows, bytes or memory: the statement is valid, but too large, alone or beside others. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof ClickHouseError && ['158', '159', '160', '241', '307', '396'].includes(error.code);

export function isClickHouseUnavailable(error: unknown): boolean {
  if (error instanceof ClickHouseError) return ['202', '210', '242', '999'].includes(error.code);
  return error instanceof Error && /^(Timeout error\.|socket hang up)$/.test(error.message);
}
