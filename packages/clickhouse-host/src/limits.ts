const MB = 1024 * 1024;

/** Bounds of the host, whichever engine it has. */
export const LIMITS = {
  queueCapacity: 256,
  /** How long others wait for one reading: it is then begun again behind them, and fails after the last. */
  patienceMs: [500, 1_500, 4_000, 12_000],
  /** Text of a statement, without the rows of an INSERT. */
  statementBytes: 32 * MB,
  /** Rows of one INSERT as they wait in the spool: as sent where zstd packed them, else decompressed. */
  insertBytes: 4096 * MB,
  /** A result stays in memory up to here, and waits on disk beyond. */
  resultBytesInMemory: 8 * MB,
  resultBytes: 4096 * MB,
  /** A format that is one document (JSON, Parquet) is built in the engine's memory. */
  documentResultBytes: 128 * MB,
  documentResultRows: 2_000_000,
  /** Reading ends here unless the request gives it another time; writing may take the most there is. */
  secondsToRead: 60,
  mostSeconds: 600,
  headerBytes: 1 * MB,
} as const;

/** What every session of the engine starts from. */
export const SESSION_SETTINGS: Record<string, string> = {
  use_uncompressed_cache: '1',
  // Two more threads for each result would take a fifth of the time of a small statement.
  output_format_parallel_formatting: '0',
  max_query_size: String(LIMITS.statementBytes + MB),
  max_result_bytes: String(LIMITS.resultBytes),
};
