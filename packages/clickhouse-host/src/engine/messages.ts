/** What the main thread asks of the engine's thread: one statement, with all that its session must hold. */
export type EngineJob = {
  id: number;
  statement: string;
  format: string;
  database: string;
  settings: Record<string, string>;
  params: Record<string, string>;
  /** The statement changes its session (SET, USE, temporary tables), so it gets one of its own. */
  ownSession: boolean;
  /** How many lines of every chunk but the first repeat the header; undefined when the format must come in one piece. */
  headerLinesPerChunk?: number;
};

export type JobStatistics = { resultRows: number; readRows: number; readBytes: number };

export type EngineMessage =
  | { type: 'ready'; memory: SharedArrayBuffer; cancelFlagAddress: number }
  | { type: 'chunk'; id: number; data: Uint8Array }
  | { type: 'done'; id: number; statistics: JobStatistics }
  | { type: 'failed'; id: number; error: string }
  | { type: 'crashed'; reason: string };

export type EngineWorkerData = {
  /** The folder of the host that holds `db` and `spool`. */
  dataDir: string;
  /** Settings of every session, below those of the request. */
  sessionSettings: Record<string, string>;
};

/** Where the data folder stands in the engine's own file system. */
export const MOUNT_POINT = '/data';
