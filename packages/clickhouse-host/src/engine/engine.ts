/**
 * The main thread's side of the engine: a fair queue in front of one worker that runs one statement at a time. A reading that
 * takes long while others wait is set aside and begun again behind them, each time with more patience, and fails at last as
 * one that ran out of time: a large query costs the small ones seconds at most, and itself nothing while nobody waits.
 */
import { Worker } from 'node:worker_threads';
import { type ClickHouseException, engineException, exception } from '../exception.ts';
import { type Asker, fairQueue } from './fair-queue.ts';
import { watchHealth } from './health.ts';
import type { EngineJob, EngineMessage, EngineWorkerData, JobStatistics } from './messages.ts';

export type EngineRequest = {
  job: Omit<EngineJob, 'id'>;
  /** Whose turn it is in the queue. */
  asker: Asker;
  /** Past this, and some grace, an engine that does not answer is taken for stuck. */
  maxSeconds: number;
  /** Reading may be cancelled when nobody waits for it any more; writing runs to its end. */
  cancellable: boolean;
  onChunk(data: Uint8Array): void;
};

export type EngineOptions = EngineWorkerData & {
  queueCapacity: number;
  /** How long others wait for a reading the first time, the second and so on. */
  patienceMs: readonly number[];
  /** The engine is gone for good: the process must end, and its supervisor start it anew. */
  onCrash(reason: string): void;
  /** The engine cannot do its work, and what was wrong with it. */
  onComplaint(complaint: string): void;
  /** It did not get well again: it should be stopped, and the process end as after a crash. */
  onLost(complaint: string): void;
};

/** Takes memory as most statements do: a plain SELECT 1 is answered where everything else is refused. */
const SMALL_STATEMENT: EngineRequest = {
  job: {
    statement: 'SELECT count() FROM (SELECT number FROM numbers(10) GROUP BY number) SETTINGS max_untracked_memory = 0',
    format: 'Null',
    database: 'default',
    settings: { max_execution_time: '60' },
    params: {},
    ownSession: false,
  },
  asker: { client: '', onBehalfOf: '' },
  maxSeconds: 60,
  cancellable: false,
  onChunk: () => {},
};

const STUCK_AFTER_SECONDS = 30;

type Entry = {
  request: EngineRequest;
  /** How often it was set aside for others. */
  setAside: number;
  hasAnswered: boolean;
  isGone(): boolean;
  settle(outcome: JobStatistics | ClickHouseException): void;
};

export type Engine = Awaited<ReturnType<typeof startEngine>>;

export async function startEngine(options: EngineOptions) {
  const { queueCapacity, patienceMs, onCrash, onComplaint, onLost, ...workerData } = options;
  const queue = fairQueue<Entry>(queueCapacity);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
    // Its files are closed by whichever thread is done with them.
    trackUnmanagedFds: false,
  });
  let running: { entry: Entry; id: number; watchdog: NodeJS.Timeout; begun: number; isYielding: boolean } | undefined;
  let patience: NodeJS.Timeout | undefined;
  let trial: Entry | undefined;
  let health: ReturnType<typeof watchHealth> | undefined;
  let nextId = 1;
  /** No more statements are taken; those that wait still run. */
  let closing = false;
  let stopping = false;
  let onIdle: (() => void) | undefined;

  const crash = (reason: string) => {
    if (stopping) return;
    stopping = true;
    health?.stop();
    const lost = exception('ABORTED', 'The engine stopped; the host is starting anew.');
    running?.entry.settle(lost);
    trial?.settle(lost);
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
  health = watchHealth({
    heap: ready.heap,
    tryStatement,
    isIdle: () => !running && queue.size === 0,
    onComplaint,
    onLost,
  });

  function onMessage(message: EngineMessage): void {
    if (message.type === 'crashed') crash(message.reason);
    if (message.type === 'crashed' || message.type === 'ready' || message.id !== running?.id) return;
    const { entry, watchdog } = running;
    if (message.type === 'chunk') {
      // A cancelled reading may still send what it had: that is not its answer.
      if (running.isYielding) return;
      entry.hasAnswered = true;
      entry.request.onChunk(message.data);
      return;
    }
    clearTimeout(watchdog);
    clearTimeout(patience);
    const { isYielding } = running;
    running = undefined;
    if (isYielding && !entry.isGone()) goBehind(entry);
    else entry.settle(message.type === 'done' ? message.statistics : engineException(message.error));
    health?.learn(message.heap, message.type === 'failed' && !isYielding);
    runNext();
  }

  /** Begun again when those that wait now have been served; too often, and it is too large for an engine that others need. */
  function goBehind(entry: Entry): void {
    entry.setAside++;
    const isOver = entry.setAside >= patienceMs.length;
    if (isOver || !queue.push(entry.request.asker, entry)) {
      entry.settle(exception('TIMEOUT_EXCEEDED', 'The statement took long while others waited.'));
    }
  }

  /** Looks at the end of its patience whether anyone waits, and again whenever someone comes later. */
  function yieldInTime(): void {
    clearTimeout(patience);
    if (!running || running.isYielding || queue.size === 0) return;
    const { entry, begun, id } = running;
    if (!entry.request.cancellable || entry.hasAnswered) return;
    const left = begun + (patienceMs[entry.setAside] ?? 0) - performance.now();
    patience = setTimeout(
      () => {
        if (running?.id !== id || queue.size === 0 || entry.hasAnswered) return;
        running.isYielding = true;
        Atomics.store(cancelFlag, 0, 1);
      },
      Math.max(left, 0),
    );
  }

  function runNext(): void {
    if (running || stopping) return;
    const entry = trial ?? queue.shift();
    trial = undefined;
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
    running = { entry, id, watchdog, begun: performance.now(), isYielding: false };
    Atomics.store(cancelFlag, 0, 0);
    worker.postMessage({ ...job, id });
    yieldInTime();
  }

  /** Next of all, and not in the queue: a long reading makes way for those who wait, but not for this. */
  function tryStatement(): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (stopping) return resolve('The host is stopping.');
      trial = {
        request: SMALL_STATEMENT,
        setAside: 0,
        hasAnswered: false,
        isGone: () => false,
        settle: (outcome) => resolve(outcome instanceof Error ? outcome.message : undefined),
      };
      runNext();
    });
  }

  function run(request: EngineRequest, signal: AbortSignal): Promise<JobStatistics> {
    return new Promise((resolve, reject) => {
      if (stopping || closing) return reject(exception('ABORTED', 'The host is stopping.'));
      if (signal.aborted) return reject(exception('QUERY_WAS_CANCELLED', 'The client closed the connection.'));
      const onAbort = () => {
        if (queue.remove(request.asker, entry)) {
          entry.settle(exception('QUERY_WAS_CANCELLED', 'The client closed the connection.'));
        } else if (running?.entry === entry && request.cancellable) {
          Atomics.store(cancelFlag, 0, 1);
        }
      };
      const entry: Entry = {
        request,
        setAside: 0,
        hasAnswered: false,
        isGone: () => signal.aborted,
        settle(outcome) {
          signal.removeEventListener('abort', onAbort);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      signal.addEventListener('abort', onAbort);
      if (!queue.push(request.asker, entry)) {
        const sentence = `Too many statements are waiting: the queue holds ${queueCapacity}.`;
        return entry.settle(exception('TOO_MANY_SIMULTANEOUS_QUERIES', sentence));
      }
      runNext();
      yieldInTime();
    });
  }

  return {
    get waiting() {
      return queue.size;
    },
    get heap() {
      return health?.heap ?? ready.heap;
    },
    run,
    /** What keeps the engine from its work, if anything. */
    complaint: async () => (stopping || closing ? 'The host is stopping.' : health?.complaint()),
    /** Lets what is running and waiting end, then ends the engine's thread. */
    async stop(): Promise<void> {
      closing = true;
      health?.stop();
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
