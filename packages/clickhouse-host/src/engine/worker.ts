/** The engine's thread: it alone touches the module, one job at a time. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { isOutOfHeap } from '../exception.ts';
import { bindEngine, EngineError } from './bindings.ts';
import { setDefaultDatabaseAside } from './default-database.ts';
import { loadChdbModule } from './emscripten.ts';
import { watchHeap } from './heap.ts';
import { hostFiles } from './host-files.ts';
import {
  type EngineJob,
  type EngineMessage,
  type EngineWorkerData,
  type JobStatistics,
  MOUNT_POINT,
} from './messages.ts';
import { SERVER_CONFIG_PATH, serverConfig } from './server-config.ts';
import { openSessions } from './session.ts';

const NEWLINE = 10;
const { dataDir, sessionSettings } = workerData as EngineWorkerData;

function post(message: EngineMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

mkdirSync(join(dataDir, 'db'), { recursive: true });
rmSync(join(dataDir, 'spool'), { recursive: true, force: true });
mkdirSync(join(dataDir, 'spool'));
setDefaultDatabaseAside(join(dataDir, 'db'));

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

module.FS.writeFile(SERVER_CONFIG_PATH, serverConfig());
const engine = bindEngine(module);
const sessions = openSessions(engine, `${MOUNT_POINT}/db`, sessionSettings);
const heap = watchHeap(module, emptyCaches);

function emptyCaches(): void {
  try {
    sessions.emptyCaches();
  } catch (error) {
    // An engine so full that not even this works is restarted.
    if (!(error instanceof EngineError)) throw error;
  }
}

function runJob(job: EngineJob): JobStatistics {
  return sessions.withSession(job, job.ownSession, (connection) => {
    const { headerLinesPerChunk } = job;
    const statistics = { resultRows: 0, readRows: 0, readBytes: 0 };
    const results =
      headerLinesPerChunk === undefined
        ? [engine.query(connection, job.statement, job.format)]
        : engine.stream(connection, job.statement, job.format);
    let first = true;
    for (const result of results) {
      statistics.resultRows += result.statistics.resultRows;
      statistics.readRows = Math.max(statistics.readRows, result.statistics.readRows);
      statistics.readBytes = Math.max(statistics.readBytes, result.statistics.readBytes);
      const data = first ? result.data : withoutLines(result.data, headerLinesPerChunk ?? 0);
      post({ type: 'chunk', id: job.id, data }, [data.buffer]);
      first = false;
    }
    return statistics;
  });
}

function withoutLines(data: Uint8Array<ArrayBuffer>, lines: number): Uint8Array<ArrayBuffer> {
  let start = 0;
  for (let line = 0; line < lines; line++) start = data.indexOf(NEWLINE, start) + 1;
  return data.subarray(start);
}

function outcomeOf(job: EngineJob): EngineMessage {
  try {
    const statistics = runJob(job);
    return { type: 'done', id: job.id, heap: heap.look(false), statistics };
  } catch (error) {
    if (error instanceof EngineError) {
      return { type: 'failed', id: job.id, heap: heap.look(isOutOfHeap(error.message)), error: error.message };
    }
    // Whatever is not an error of a statement has left the engine in a state nobody knows.
    return { type: 'crashed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (job: EngineJob) => post(outcomeOf(job)));

post({
  type: 'ready',
  memory: module.memory.buffer,
  cancelFlagAddress: Number(module._chdb_wasm_cancel_flag_addr()),
  heap: heap.look(false),
});
