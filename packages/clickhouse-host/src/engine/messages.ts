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

/** What the engine really has, whatever it counts itself. */
export type HeapState = {
  /** The heap as far as it ever grew: it does not shrink. */
  bytes: number;
  /** There is no memory for an ordinary statement, even without caches. */
  isFull: boolean;
};

export type EngineMessage =
  | { type: 'ready'; memory: SharedArrayBuffer; cancelFlagAddress: number; heap: HeapState }
  | { type: 'chunk'; id: number; data: Uint8Array }
  | { type: 'done'; id: number; heap: HeapState; statistics: JobStatistics }
  | { type: 'failed'; id: number; heap: HeapState; error: string }
  | { type: 'crashed'; reason: string };

export type EngineWorkerData = {
  /** The folder of the host that holds `db` and `spool`. */
  dataDir: string;
  /** Settings of every session, below those of the request. */
  sessionSettings: Record<string, string>;
};

/** Where the data folder stands in the engine's own file system. */
export const MOUNT_POINT = '/data';
