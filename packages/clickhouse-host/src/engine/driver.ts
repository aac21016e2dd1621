import type { EngineJob, HeapState, JobMessage } from './messages.ts';

/** An engine that was started, wherever it runs: on a thread of this process or in one of its own. */
export type EngineDriver = {
  readonly name: EngineName;
  /** How many statements it runs at a time. */
  readonly lanes: number;
  /** Its heap at the start, and where that ends. */
  readonly heap: HeapState;
  readonly heapEndBytes: number;
  /** The most that one statement may take. */
  readonly memoryPerStatement: number;
  /** The name by which the engine knows a file of the data folder. */
  pathInEngine(path: string): string;
  run(job: EngineJob): void;
  /** Breaks off a reading. It then fails, unless it was done just before. */
  cancel(id: number): void;
  /** Ends it in order, when nothing runs. */
  stop(): Promise<void>;
  /** Ends it at once, whatever it does. */
  kill(): void;
};

export type EngineName = 'native' | 'wasm';

export type DriverEvents = {
  onMessage(message: JobMessage): void;
  /** It ended, or is in a state nobody knows. */
  onCrash(reason: string): void;
};
