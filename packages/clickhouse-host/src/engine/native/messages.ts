import type { CrashMessage, EngineData, EngineJob, HeapState, JobMessage } from '../messages.ts';

export type NativeData = EngineData & {
  /** How many statements run at a time. */
  lanes: number;
  /** What the engine may take for everything. */
  memoryBytes: number;
};

export type ToEngineProcess = { type: 'run'; job: EngineJob } | { type: 'cancel'; id: number } | { type: 'stop' };

export type FromEngineProcess =
  | { type: 'ready'; heap: HeapState }
  /** This machine cannot load the library: nothing was touched yet. */
  | { type: 'unusable'; reason: string }
  | JobMessage
  | CrashMessage;
