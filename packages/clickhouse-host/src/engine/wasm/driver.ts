/** The WebAssembly engine on a worker thread: one statement at a time, broken off by a flag in its memory. */
import { Worker } from 'node:worker_threads';
import type { DriverEvents, EngineDriver } from '../driver.ts';
import type { CrashMessage, EngineData, HeapState, JobMessage } from '../messages.ts';
import { HEAP_END_BYTES } from './heap.ts';
import { MOUNT_POINT } from './mount-point.ts';
import { MEMORY_PER_STATEMENT } from './settings.ts';

type ReadyMessage = { type: 'ready'; memory: SharedArrayBuffer; cancelFlagAddress: number; heap: HeapState };

export type WorkerMessage = ReadyMessage | JobMessage | CrashMessage;

export async function startWasmDriver(data: EngineData, events: DriverEvents): Promise<EngineDriver> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: data,
    execArgv: [],
    // Its files are closed by whichever thread is done with them.
    trackUnmanagedFds: false,
  });
  const ready = await new Promise<ReadyMessage>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: WorkerMessage) => {
      if (message.type === 'ready') resolve(message);
      else reject(new Error(message.type === 'crashed' ? message.reason : 'the engine answered before it was asked'));
    });
  });
  worker.on('message', (message: WorkerMessage) => {
    if (message.type === 'crashed') events.onCrash(message.reason);
    else if (message.type !== 'ready') events.onMessage(message);
  });
  worker.on('error', (error) => events.onCrash(error.stack ?? error.message));
  worker.on('exit', (code) => events.onCrash(`the engine's thread ended with code ${code}`));
  const cancelFlag = new Int32Array(ready.memory, ready.cancelFlagAddress, 1);

  return {
    name: 'wasm',
    lanes: 1,
    heap: ready.heap,
    heapEndBytes: HEAP_END_BYTES,
    memoryPerStatement: MEMORY_PER_STATEMENT,
    pathInEngine: (path) => MOUNT_POINT + path.slice(data.dataDir.length),
    run(job) {
      Atomics.store(cancelFlag, 0, 0);
      worker.postMessage(job);
    },
    cancel: () => {
      Atomics.store(cancelFlag, 0, 1);
    },
    stop: async () => {
      await worker.terminate();
    },
    kill: () => void worker.terminate(),
  };
}
