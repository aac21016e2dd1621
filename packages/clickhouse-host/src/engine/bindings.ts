import type { JobStatistics } from './messages.ts';

export type EngineResult = { data: Uint8Array<ArrayBuffer>; statistics: JobStatistics };

/** An error of the engine, in ClickHouse's own words: `Code: 62. DB::Exception: … (SYNTAX_ERROR)`. */
export class EngineError extends Error {}

/** What an engine can do, be it a module of WebAssembly or a native library. `C` is a connection of its own kind. */
export type EngineBindings<C> = {
  connect(): C;
  close(connection: C): void;
  query(connection: C, statement: string, format: string): Promise<EngineResult>;
  /** The result of a reading in a format of rows, piece by piece, with its header once. */
  rows(connection: C, reading: Reading): AsyncIterable<EngineResult>;
};

export type Reading = {
  statement: string;
  format: string;
  /** How many lines at the top of the format are its header. */
  headerLines: number;
};
