/** The thread of the WebAssembly engine: it alone touches the module, one job at a time. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { isOutOfHeap } from '../../exception.ts';
import { EngineError } from '../bindings.ts';
import { prepareFolders } from '../data-folders.ts';
import { restoreDefaultDatabase, setDefaultDatabaseAside } from '../default-database.ts';
import type { EngineData, EngineJob } from '../messages.ts';
import { runJob } from '../run-job.ts';
import { serverConfig } from '../server-config.ts';
import { openSessions } from '../session.ts';
import { bindModule } from './bindings.ts';
import type { WorkerMessage } from './driver.ts';
import { loadChdbModule } from './emscripten.ts';
import { watchHeap } from './heap.ts';
import { hostFiles } from './host-files.ts';
import { MOUNT_POINT } from './mount-point.ts';
import { MODULE_SETTINGS, SERVER_CONFIG_PATH, SESSION_OF_MODULE } from './settings.ts';

const { dataDir, sessionSettings } = workerData as EngineData;

function post(message: WorkerMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const { tables } = prepareFolders(dataDir);
setDefaultDatabaseAside(tables);

// Sixteen threads would each strip the same types: this saves 0.6 s of work and 280 MB at the second start.
process.env['NODE_COMPILE_CACHE'] ??= join(dataDir, 'cache');

// By default a function is compiled a second time, and well, after a quarter of that: for a host that has just started, two
// to three seconds of work that mostly do not come back.
setFlagsFromString('--wasm-tiering-budget=50000000');

const module = await loadChdbModule(hostFiles(dataDir), {
  print: (line) => process.stderr.write(`${line}\n`),
  printErr: (line) => process.stderr.write(`${line}\n`),
  onAbort: (reason) => post({ type: 'crashed', reason: `the engine aborted: ${String(reason)}` }),
});

module.FS.writeFile(SERVER_CONFIG_PATH, serverConfig(MODULE_SETTINGS));
const engine = bindModule(module, `${MOUNT_POINT}/db`);
// The engine shuts down with its last connection, so one that nobody uses stays open.
const lasting = engine.connect();
await restoreDefaultDatabase(engine, lasting);
const sessions = openSessions(engine, { ...SESSION_OF_MODULE, ...sessionSettings });
const heap = watchHeap(module, emptyCaches);

const CACHES = [
  'MARK',
  'PRIMARY INDEX',
  'UNCOMPRESSED',
  'INDEX MARK',
  'INDEX UNCOMPRESSED',
  'QUERY CONDITION',
  'PARQUET METADATA',
];

async function emptyCaches(): Promise<void> {
  try {
    for (const cache of CACHES) await engine.query(lasting, `SYSTEM DROP ${cache} CACHE`, 'Null');
  } catch (error) {
    // An engine so full that not even this works is restarted.
    if (!(error instanceof EngineError)) throw error;
  }
}

async function outcomeOf(job: EngineJob): Promise<WorkerMessage> {
  try {
    const statistics = await runJob(engine, sessions, job, (data) =>
      post({ type: 'chunk', id: job.id, data }, [data.buffer]),
    );
    return { type: 'done', id: job.id, heap: await heap.look(false), statistics };
  } catch (error) {
    if (error instanceof EngineError) {
      return { type: 'failed', id: job.id, heap: await heap.look(isOutOfHeap(error.message)), error: error.message };
    }
    // Whatever is not an error of a statement has left the engine in a state nobody knows.
    return { type: 'crashed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (job: EngineJob) => post(await outcomeOf(job)));

post({
  type: 'ready',
  memory: module.memory.buffer,
  cancelFlagAddress: Number(module._chdb_wasm_cancel_flag_addr()),
  heap: await heap.look(false),
});
