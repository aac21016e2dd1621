import pg from 'pg';
import type { z } from 'zod';
import type { PostgresConfig } from '../config/settings.ts';
import { cannotBeUsed } from '../service/cannot-be-used.ts';
import type { Runtime } from '../service/run-service.ts';

// Ids stay under 2^53 by contract, so bigint reads as a number; numeric too, days as `YYYY-MM-DD`.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** A statement that nearly every request runs: parsed and planned once a connection, under its name. */
interface PreparedSql {
  name: string;
  text: string;
}
export type Sql = string | PreparedSql;

/** What a store needs of Postgres: rows by schema. The pool and a transaction both are one. */
export interface Queryable {
  many<Row extends z.ZodType>(row: Row, sql: Sql, params?: unknown[]): Promise<z.output<Row>[]>;
  maybe<Row extends z.ZodType>(row: Row, sql: Sql, params?: unknown[]): Promise<z.output<Row> | null>;
  one<Row extends z.ZodType>(row: Row, sql: Sql, params?: unknown[]): Promise<z.output<Row>>;
  /** Runs a statement for its effect and says how many rows it touched. */
  run(sql: string, params?: unknown[]): Promise<number>;
}

export interface Transaction extends Queryable {
  /** Work to do once the transaction is committed; it must not fail the request. */
  afterCommit(work: () => void): void;
}

export interface Postgres extends Queryable {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A connection of its own for LISTEN, opened again when it is lost; the caller ends it. */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const LISTEN_AGAIN_MS = 500;

export async function openPostgres(runtime: Runtime<PostgresConfig>): Promise<Postgres> {
  const postgres = createPostgres(runtime.config.DATABASE_URL, runtime.config.DATABASE_POOL_SIZE, (err) =>
    runtime.log.warn({ err }, 'an idle Postgres connection was lost, the pool opens another when needed'),
  );
  runtime.onStop('postgres', () => postgres.close());
  await postgres.run('SELECT 1').catch(cannotBeUsed('Postgres', 'DATABASE_URL'));
  runtime.readiness.add('postgres', async () => {
    await postgres.run('SELECT 1');
  });
  return postgres;
}

/** Stay open however long nobody needs them: to open one takes longer than what it is mostly opened for. */
const KEPT_CONNECTIONS = 2;

export function createPostgres(url: string, poolSize = 10, onIdleError: (err: Error) => void = () => {}): Postgres {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    min: Math.min(KEPT_CONNECTIONS, poolSize),
    // Under load a request waits for a connection rather than being refused.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  pool.on('error', onIdleError);
  return {
    ...queryableOver((query) => pool.query(query)),
    async transaction(work) {
      const client = await pool.connect();
      const committed: (() => void)[] = [];
      let broken: Error | undefined;
      // A connection that dies between two statements emits an error; without a listener the process would exit.
      const onLost = (error: Error) => {
        broken = error;
      };
      client.on('error', onLost);
      try {
        await client.query('BEGIN');
        const tx = {
          ...queryableOver((query) => client.query(query)),
          afterCommit: (done: () => void) => committed.push(done),
        };
        const result = await work(tx);
        await client.query('COMMIT');
        for (const done of committed) done();
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        client.off('error', onLost);
        client.release(broken);
      }
    },
    async listen(channel, onNotify) {
      let client: pg.Client | undefined;
      let again: NodeJS.Timeout | undefined;
      let ended = false;
      const open = async (): Promise<void> => {
        const next = new pg.Client({ connectionString: url, keepAlive: true });
        client = next;
        next.on('error', () => {});
        next.on('notification', onNotify);
        next.once('end', reopenLater);
        await next.connect();
        await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      };
      // What was notified while nobody listened is looked for once.
      const reopen = () => open().then(onNotify, reopenLater);
      const reopenLater = () => {
        clearTimeout(again);
        if (!ended) again = setTimeout(reopen, LISTEN_AGAIN_MS);
      };
      await open();
      return async () => {
        ended = true;
        clearTimeout(again);
        await client?.end().catch(() => {});
      };
    },
    close: () => pool.end(),
  };
}

type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

function queryableOver(query: RunQuery): Queryable {
  const many: Queryable['many'] = async (row, sql, params = []) => {
    const result = await query({ ...(typeof sql === 'string' ? { text: sql } : sql), values: params });
    return result.rows.map((raw) => row.parse(raw));
  };
  const maybe: Queryable['maybe'] = async (row, sql, params) => (await many(row, sql, params))[0] ?? null;
  return {
    many,
    maybe,
    async one(row, sql, params) {
      const found = await maybe(row, sql, params);
      if (found === null) throw new Error('expected one row, found none');
      return found;
    },
    run: async (sql, params = []) => (await query({ text: sql, values: params })).rowCount ?? 0,
  };
}

/** Postgres cannot be reached or is restarting, as opposed to a query of ours being wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P0[0-9]|08...|53300)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      error.message,
    )
  );
}

/** The name of the constraint that a write broke, or null where the error is something else. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null;
  return /^23/.test(String(error.code)) && typeof error.constraint === 'string' ? error.constraint : null;
}
