/** What the host asks of an engine: one statement, with all that its session must hold. */
export type EngineJob = {
  id: number;
  statement: string;
  format: string;
  database: string;
  settings: Record<string, string>;
  params: Record<string, string>;
  /** The statement changes its session (SET, USE, temporary tables), so it gets one of its own. */
  ownSession: boolean;
  /** How many lines at the top of the result are its header; undefined when the format must come in one piece. */
  headerLines?: number;
};

export type JobStatistics = { resultRows: number; readRows: number; readBytes: number };

/** What the engine really has, whatever it counts itself. */
export type HeapState = {
  /** What it takes now; the heap of WebAssembly does not shrink. */
  bytes: number;
  /** There is no memory for an ordinary statement, even without caches. */
  isFull: boolean;
};

/** What an engine answers to a job. */
export type JobMessage =
  | { type: 'chunk'; id: number; data: Uint8Array }
  /** `rest`: what is left of the result, most often all of it: one message instead of two. */
  | { type: 'done'; id: number; heap: HeapState; statistics: JobStatistics; rest?: Uint8Array }
  | { type: 'failed'; id: number; heap: HeapState; error: string };

export type CrashMessage = { type: 'crashed'; reason: string };

export type EngineData = {
  /** The folder of the host that holds `db` and `spool`. */
  dataDir: string;
  /** Settings of every session, below those of the request. */
  sessionSettings: Record<string, string>;
};
