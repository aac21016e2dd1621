/** The main thread's side of the engine: a fair queue in front of one worker that runs one statement at a time. */
import { Worker } from 'node:worker_threads';
import { type ClickHouseException, engineException, exception } from '../exception.ts';
import { fairQueue } from './fair-queue.ts';
import type { EngineJob, EngineMessage, EngineWorkerData, JobStatistics } from './messages.ts';

export type EngineRequest = {
  job: Omit<EngineJob, 'id'>;
  /** Whose turn it is in the queue. */
  client: string;
  /** Past this, and some grace, an engine that does not answer is taken for stuck. */
  maxSeconds: number;
  /** Reading may be cancelled when nobody waits for it any more; writing runs to its end. */
  cancellable: boolean;
  onChunk(data: Uint8Array): void;
};

export type EngineOptions = EngineWorkerData & {
  queueCapacity: number;
  /** The engine is gone for good: the process must end, and its supervisor start it anew. */
  onCrash(reason: string): void;
};

const STUCK_AFTER_SECONDS = 30;

type Entry = {
  request: EngineRequest;
  settle(outcome: JobStatistics | ClickHouseException): void;
};

export type Engine = Awaited<ReturnType<typeof startEngine>>;

export async function startEngine(options: EngineOptions) {
  const { queueCapacity, onCrash, ...workerData } = options;
  const queue = fairQueue<Entry>(queueCapacity);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
    // Its files are closed by whichever thread is done with them.
    trackUnmanagedFds: false,
  });
  let running: { entry: Entry; id: number; watchdog: NodeJS.Timeout } | undefined;
  let nextId = 1;
  let stopping = false;
  let onIdle: (() => void) | undefined;

  const crash = (reason: string) => {
    if (stopping) return;
    stopping = true;
    const lost = exception('ABORTED', 'The engine stopped; the host is starting anew.');
    running?.entry.settle(lost);
    for (let entry = queue.shift(); entry; entry = queue.shift()) entry.settle(lost);
    onCrash(reason);
  };

  const ready = await new Promise<Extract<EngineMessage, { type: 'ready' }>>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: EngineMessage) => {
      if (message.type === 'ready') resolve(message);
      else if (message.type === 'crashed' && nextId === 1) reject(new Error(message.reason));
      else onMessage(message);
    });
  });
  worker.on('error', (error) => crash(error.stack ?? error.message));
  worker.on('exit', (code) => crash(`the engine's thread ended with code ${code}`));
  const cancelFlag = new Int32Array(ready.memory, ready.cancelFlagAddress, 1);

  function onMessage(message: EngineMessage): void {
    if (message.type === 'crashed') crash(message.reason);
    if (message.type === 'crashed' || message.type === 'ready' || message.id !== running?.id) return;
    const { entry, watchdog } = running;
    if (message.type === 'chunk') {
      entry.request.onChunk(message.data);
      return;
    }
    clearTimeout(watchdog);
    running = undefined;
    entry.settle(message.type === 'done' ? message.statistics : engineException(message.error));
    runNext();
  }

  function runNext(): void {
    if (running || stopping) return;
    const entry = queue.shift();
    if (!entry) {
      onIdle?.();
      return;
    }
    const id = nextId++;
    const { job, maxSeconds } = entry.request;
    const watchdog = setTimeout(
      () => crash(`a statement has not ended after ${maxSeconds + STUCK_AFTER_SECONDS} s`),
      (maxSeconds + STUCK_AFTER_SECONDS) * 1000,
    );
    running = { entry, id, watchdog };
    Atomics.store(cancelFlag, 0, 0);
    worker.postMessage({ ...job, id });
  }

  return {
    get waiting() {
      return queue.size;
    },
    run(request: EngineRequest, signal: AbortSignal): Promise<JobStatistics> {
      return new Promise((resolve, reject) => {
        if (stopping) return reject(exception('ABORTED', 'The host is stopping.'));
        if (signal.aborted) return reject(exception('QUERY_WAS_CANCELLED', 'The client closed the connection.'));
        const onAbort = () => {
          if (queue.remove(request.client, entry)) {
            entry.settle(exception('QUERY_WAS_CANCELLED', 'The client closed the connection.'));
          } else if (running?.entry === entry && request.cancellable) {
            Atomics.store(cancelFlag, 0, 1);
          }
        };
        const entry: Entry = {
          request,
          settle(outcome) {
            signal.removeEventListener('abort', onAbort);
            if (outcome instanceof Error) reject(outcome);
            else resolve(outcome);
          },
        };
        signal.addEventListener('abort', onAbort);
        if (!queue.push(request.client, entry)) {
          const sentence = `Too many statements are waiting: the queue holds ${queueCapacity}.`;
          return entry.settle(exception('TOO_MANY_SIMULTANEOUS_QUERIES', sentence));
        }
        runNext();
      });
    },
    /** Lets what is running and waiting end, then ends the engine's thread. */
    async stop(): Promise<void> {
      if (!stopping && (running || queue.size > 0)) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      }
      stopping = true;
      await worker.terminate();
    },
  };
}
