/**
 * The host's side of the engine: a fair queue in front of as many lanes as the engine has, one of which may write. A reading that
 * takes long while others wait is set aside and begun again behind them, each time with more patience, and fails at last as
 * one that ran out of time: a large query costs the small ones seconds at most, and itself nothing while nobody waits.
 */
import { type ClickHouseException, engineException, exception } from '../exception.ts';
import type { DriverEvents, EngineDriver } from './driver.ts';
import { type Asker, fairQueue } from './fair-queue.ts';
import { watchHealth } from './health.ts';
import type { EngineJob, JobMessage, JobStatistics } from './messages.ts';

export type EngineRequest = {
  job: Omit<EngineJob, 'id'>;
  /** Whose turn it is in the queue. */
  asker: Asker;
  /** Past this, and some grace, an engine that does not answer is taken for stuck. */
  maxSeconds: number;
  /** Reading may be cancelled when nobody waits for it any more; writing runs to its end. */
  cancellable: boolean;
  /** What is written, or read by work that nobody waits for: it leaves one lane to the others. */
  inBackground: boolean;
  onChunk(data: Uint8Array): void;
};

export type EngineOptions = {
  startDriver(events: DriverEvents): Promise<EngineDriver>;
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
  inBackground: false,
  onChunk: () => {},
};

const STUCK_AFTER_SECONDS = 30;

/** Then one of the background is served, so that facts are stored however much is asked. */
const MOST_READ_IN_A_ROW = 3;

/** Whoever was just answered often asks on at once: for so long nothing is begun that would keep them waiting, */
const EXPECT_MORE_MS = 12;
/** unless its like took no longer than this. */
const SHORT_MS = 50;

type Entry = {
  request: EngineRequest;
  /** How often it was set aside for others. */
  setAside: number;
  hasAnswered: boolean;
  isGone(): boolean;
  settle(outcome: JobStatistics | ClickHouseException): void;
};

type Running = {
  entry: Entry;
  watchdog: NodeJS.Timeout;
  patience?: NodeJS.Timeout;
  begun: number;
  isYielding: boolean;
};

const writes = ({ request }: Entry): boolean => !request.cancellable && request !== SMALL_STATEMENT;

export type Engine = Awaited<ReturnType<typeof startEngine>>;

export async function startEngine(options: EngineOptions) {
  const { queueCapacity, patienceMs, onCrash, onComplaint, onLost } = options;
  const queue = fairQueue<Entry>(queueCapacity);
  const running = new Map<number, Running>();
  let trial: Entry | undefined;
  let nextId = 1;
  let readInARow = 0;
  /** Whom an engine of one lane answered last, and when. */
  let answered: { asker: Asker; at: number } | undefined;
  let expectingMore: NodeJS.Timeout | undefined;
  /** No more statements are taken; those that wait still run. */
  let closing = false;
  let stopping = false;
  let onIdle: (() => void) | undefined;

  const driver = await options.startDriver({ onMessage, onCrash: crash });
  const health = watchHealth({
    heap: driver.heap,
    tryStatement,
    isIdle: () => running.size === 0 && queue.size === 0,
    onComplaint,
    onLost,
  });

  function crash(reason: string): void {
    if (stopping) return;
    stopping = true;
    health.stop();
    driver.kill();
    const lost = exception('ABORTED', 'The engine stopped; the host is starting anew.');
    for (const { entry } of running.values()) entry.settle(lost);
    trial?.settle(lost);
    for (let entry = queue.shift(); entry; entry = queue.shift()) entry.settle(lost);
    onCrash(reason);
  }

  function onMessage(message: JobMessage): void {
    const ended = running.get(message.id);
    if (!ended) return;
    const { entry, isYielding } = ended;
    const piece = pieceIn(message);
    // A cancelled reading may still send what it had: that is not its answer.
    if (piece && !isYielding) {
      entry.hasAnswered = true;
      entry.request.onChunk(piece);
    }
    if (message.type === 'chunk') return;
    clearTimeout(ended.watchdog);
    clearTimeout(ended.patience);
    running.delete(message.id);
    queue.charge(entry.request.asker, performance.now() - ended.begun);
    if (!entry.request.inBackground && driver.lanes === 1)
      answered = { asker: entry.request.asker, at: performance.now() };
    if (isYielding && !entry.isGone()) goBehind(entry);
    else entry.settle(message.type === 'done' ? message.statistics : engineException(message.error));
    health.learn(message.heap, message.type === 'failed' && !isYielding);
    runNext();
  }

  /**
   * Rows come in the order in which they were sent: one statement writes at a time, whatever is read beside it. Of several lanes the
   * last is never taken in the background.
   */
  function mayRun(entry: Entry, without?: Running): boolean {
    const others = [...running.values()].filter((other) => other !== without);
    if (writes(entry) && others.some((other) => writes(other.entry))) return false;
    const inBackground = others.filter((other) => other.entry.request.inBackground).length;
    return !entry.request.inBackground || inBackground < Math.max(1, driver.lanes - 1);
  }

  /** Begun again when those that wait now have been served; too often, and it is too large for an engine that others need. */
  function goBehind(entry: Entry): void {
    entry.setAside++;
    const isOver = entry.setAside >= patienceMs.length;
    if (isOver || !queue.push(entry.request.asker, entry)) {
      entry.settle(exception('TIMEOUT_EXCEEDED', 'The statement took long while others waited.'));
    }
  }

  const isWaitedFor = (reading: Running): boolean => queue.has((entry) => mayRun(entry, reading));

  /** Looks at the end of its patience whether anyone waits for its lane, and again whenever someone comes later. */
  function yieldInTime(id: number, reading: Running): void {
    clearTimeout(reading.patience);
    const { entry, begun, isYielding } = reading;
    if (isYielding || !entry.request.cancellable || entry.hasAnswered || !isWaitedFor(reading)) return;
    const left = begun + (patienceMs[entry.setAside] ?? 0) - performance.now();
    reading.patience = setTimeout(
      () => {
        if (!running.has(id) || !isWaitedFor(reading) || entry.hasAnswered) return;
        reading.isYielding = true;
        driver.cancel(id);
      },
      Math.max(left, 0),
    );
  }

  /** What somebody waits for goes before what is done in the background, which has its turn now and then all the same. */
  function takeNext(): Entry | undefined {
    const isTurnOfBackground = readInARow >= MOST_READ_IN_A_ROW;
    const isDue = (entry: Entry) => entry.request.inBackground === isTurnOfBackground && mayRun(entry);
    const isNext = queue.has(isDue) ? isDue : (entry: Entry) => mayRun(entry);
    const next = queue.peek(isNext);
    const isItsTurn = isTurnOfBackground && next?.request.inBackground;
    if (next && !isItsTurn && isMoreExpected(next)) return undefined;
    queue.shift(isNext);
    readInARow = next && !next.request.inBackground ? readInARow + 1 : 0;
    return next;
  }

  /** Whether the one who was just answered may ask on, and would wait long for this: then it is looked at again in a moment. */
  function isMoreExpected({ request: { asker, inBackground } }: Entry): boolean {
    const left = answered ? answered.at + EXPECT_MORE_MS - performance.now() : 0;
    if (!answered || left <= 0) return false;
    const own = queue.usage(answered.asker);
    const other = queue.usage(asker);
    if (own === other || other.lastMs <= SHORT_MS || (!inBackground && other.served <= own.served)) return false;
    clearTimeout(expectingMore);
    expectingMore = setTimeout(runNext, left);
    return true;
  }

  function runNext(): void {
    while (!stopping && running.size < driver.lanes) {
      const entry = trial ?? takeNext();
      trial = undefined;
      if (!entry) break;
      begin(entry);
    }
    for (const [id, statement] of running) yieldInTime(id, statement);
    if (running.size === 0 && queue.size === 0) onIdle?.();
  }

  function begin(entry: Entry): void {
    const id = nextId++;
    const { job, maxSeconds } = entry.request;
    const watchdog = setTimeout(
      () => crash(`a statement has not ended after ${maxSeconds + STUCK_AFTER_SECONDS} s`),
      (maxSeconds + STUCK_AFTER_SECONDS) * 1000,
    );
    running.set(id, { entry, watchdog, begun: performance.now(), isYielding: false });
    driver.run({ ...job, id });
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
          return;
        }
        if (!request.cancellable) return;
        for (const [id, other] of running) if (other.entry === entry) driver.cancel(id);
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
    });
  }

  return {
    name: driver.name,
    heapEndBytes: driver.heapEndBytes,
    memoryPerStatement: driver.memoryPerStatement,
    pathInEngine: driver.pathInEngine,
    get waiting() {
      return queue.size;
    },
    get running() {
      return running.size;
    },
    get heap() {
      return health.heap;
    },
    run,
    /** What keeps the engine from its work, if anything. */
    complaint: async () => (stopping || closing ? 'The host is stopping.' : health.complaint()),
    /** Lets what is running and waiting end, then ends the engine. */
    async stop(): Promise<void> {
      closing = true;
      health.stop();
      if (!stopping && (running.size > 0 || queue.size > 0)) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      }
      stopping = true;
      await driver.stop();
    },
  };
}

function pieceIn(message: JobMessage): Uint8Array | undefined {
  if (message.type === 'chunk') return message.data;
  return message.type === 'done' ? message.rest : undefined;
}
