import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { DriverEvents, EngineDriver } from '../driver.ts';
import type { HeapState } from '../messages.ts';
import { LibraryUnusable } from './library.ts';
import type { FromEngineProcess, NativeData, ToEngineProcess } from './messages.ts';

/** Threads of Node's pool beside those that statements hold: files and compression need some. */
const SPARE_THREADS = 4;
/** One that fails so that it cannot say it hangs: the supervisor of the host waits for two minutes. */
const START_MS = 100_000;
/** An engine that does not shut down in this time is ended: all that was answered is on disk. */
const SHUTDOWN_MS = 20_000;
/** Of all the memory, one statement may take this part. */
const SHARE_OF_STATEMENT = 0.6;

export async function startNativeDriver(data: NativeData, events: DriverEvents): Promise<EngineDriver> {
  const child = fork(new URL('./engine-process.ts', import.meta.url), [JSON.stringify(data)], {
    execArgv: [],
    serialization: 'advanced',
    // Its output goes to the log: what the host prints itself is read by its supervisor.
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(data.lanes + SPARE_THREADS) },
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const heap = await readiness(child).catch((error: unknown) => {
    kill();
    throw error;
  });
  child.on('message', (message: FromEngineProcess) => {
    if (message.type === 'crashed') events.onCrash(message.reason);
    else if (message.type !== 'ready' && message.type !== 'unusable') events.onMessage(message);
  });
  child.on('error', (error) => events.onCrash(error.message));
  child.on('exit', (code, signal) => events.onCrash(endOf(code, signal)));
  // A channel that is closed is followed by the end of the process, which is told above.
  const send = (message: ToEngineProcess) => void child.send(message, () => {});

  return {
    name: 'native',
    lanes: data.lanes,
    heap,
    heapEndBytes: data.memoryBytes,
    memoryPerStatement: Math.floor(data.memoryBytes * SHARE_OF_STATEMENT),
    pathInEngine: (path) => path,
    run: (job) => send({ type: 'run', job }),
    cancel: (id) => send({ type: 'cancel', id }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      const patience = setTimeout(kill, SHUTDOWN_MS);
      send({ type: 'stop' });
      await ended;
      clearTimeout(patience);
    },
    kill,
  };
}

function readiness(child: ChildProcess): Promise<HeapState> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the engine was not ready after ${START_MS / 1000} s`)), START_MS);
    child.once('message', () => clearTimeout(late));
    child.once('exit', () => clearTimeout(late));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(endOf(code, signal))));
    child.once('message', (message: FromEngineProcess) => {
      if (message.type === 'ready') resolve(message.heap);
      else if (message.type === 'unusable') reject(new LibraryUnusable(message.reason));
      else reject(new Error(message.type === 'crashed' ? message.reason : 'the engine answered before it was asked'));
    });
  });
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `the engine's process was ended by ${signal}` : `the engine's process ended with code ${code}`;
}
