import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '../../limits.ts';
import { intoFile } from '../../sql/statement.ts';
import { type EngineBindings, EngineError, type EngineResult } from '../bindings.ts';
import type { NativeConnection, NativeLibrary, NativeResult } from './library.ts';

/** A result comes in one piece up to here. One byte off a round number, so that no client's own limit is taken for it. */
export const ONE_PIECE_BYTES = 64 * 2 ** 20 + 1;

const TOO_LARGE = /^Code: 396\b/;
const PIECE_BYTES = 2 ** 20;

export type NativeFolders = { tables: string; spool: string; configPath: string };

export function bindLibrary(library: NativeLibrary, folders: NativeFolders): EngineBindings<NativeConnection> {
  async function query(connection: NativeConnection, statement: string, format: string): Promise<EngineResult> {
    try {
      return resultOf(await library.QueryAsyncConnection(connection, statement, format));
    } catch (error) {
      throw engineError(error);
    }
  }

  /** What a statement had given when it failed comes with the result of the next one on its connection. */
  async function discardRest(connection: NativeConnection): Promise<void> {
    const rest = await query(connection, 'SELECT 1', 'Null');
    if (rest.data.length > 0) await query(connection, 'SELECT 1', 'Null');
  }

  async function limitOf(connection: NativeConnection): Promise<number> {
    const { data } = await query(connection, "SELECT getSetting('max_result_bytes')", 'TSV');
    return Number(Buffer.from(data).toString());
  }

  const limitResult = (connection: NativeConnection, bytes: number) =>
    query(connection, `SET max_result_bytes = ${bytes}`, 'Null');

  /** The engine writes it to a file, which is read from there. */
  async function* largeResult(connection: NativeConnection, statement: string, format: string) {
    const path = join(folders.spool, randomUUID());
    await limitResult(connection, LIMITS.resultBytes);
    try {
      const { statistics } = await query(connection, intoFile(statement, path, format), 'Null');
      const file = await open(path);
      await unlink(path);
      try {
        let counted = statistics;
        for await (const data of pieces(file)) {
          yield { data, statistics: counted };
          counted = { ...statistics, resultRows: 0 };
        }
      } finally {
        await file.close();
      }
    } finally {
      await limitResult(connection, ONE_PIECE_BYTES);
    }
  }

  return {
    connect: () => library.CreateConnection(folders.tables, [`--config-file=${folders.configPath}`]),
    close: (connection) => library.CloseConnection(connection),
    query,
    async *rows(connection, { statement, format }) {
      let whole: EngineResult | undefined;
      try {
        whole = await query(connection, statement, format);
      } catch (error) {
        const isTooLarge = error instanceof EngineError && TOO_LARGE.test(error.message);
        if (!isTooLarge) throw error;
        await discardRest(connection);
        if ((await limitOf(connection)) !== ONE_PIECE_BYTES) throw error;
      }
      if (whole) yield whole;
      else yield* largeResult(connection, statement, format);
    },
  };
}

async function* pieces(file: { read(buffer: Uint8Array): Promise<{ bytesRead: number }> }) {
  for (;;) {
    const data = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(data);
    if (bytesRead === 0) return;
    yield data.subarray(0, bytesRead);
  }
}

/** The library counts what it read as it counts what it gives: for a result of rows, its rows. */
function resultOf({ bytes, rowsRead, bytesRead }: NativeResult): EngineResult {
  return { data: bytes, statistics: { resultRows: rowsRead, readRows: rowsRead, readBytes: bytesRead } };
}

export function engineError(error: unknown): EngineError {
  const text = error instanceof Error ? error.message : String(error);
  const start = text.indexOf('Code: ');
  return new EngineError(start < 0 ? `Code: 1001. DB::Exception: ${text} (STD_EXCEPTION)` : text.slice(start));
}
