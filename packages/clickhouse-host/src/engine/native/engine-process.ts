/** The native engine in a process of its own: it may crash or hang, and the host can always end it and say so. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockForEngine } from '../../data-folder-lock.ts';
import { EngineError } from '../bindings.ts';
import { prepareFolders } from '../data-folders.ts';
import { restoreDefaultDatabase, setDefaultDatabaseAside } from '../default-database.ts';
import type { EngineJob, HeapState } from '../messages.ts';
import { runJob } from '../run-job.ts';
import { serverConfig } from '../server-config.ts';
import { bindLibrary, ONE_PIECE_BYTES } from './bindings.ts';
import { openLanes } from './lanes.ts';
import { loadLibrary, type NativeLibrary } from './library.ts';
import { letMergesGiveWay } from './merge-threads.ts';
import type { FromEngineProcess, NativeData, ToEngineProcess } from './messages.ts';

// Whoever stops the host by a signal to all its processes stops this one through it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// Without its host nobody waits for it any more, and the next one waits for the folder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const data: NativeData = JSON.parse(process.argv[2] ?? '');

/** Answers when the host's side has taken it, so that no result piles up here. */
function post(message: FromEngineProcess): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}

const heap = (): HeapState => ({ bytes: process.memoryUsage.rss(), isFull: false });
const reasonOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function start(library: NativeLibrary): Promise<void> {
  const unlock = await lockForEngine(data.dataDir);
  const folders = prepareFolders(data.dataDir);
  const configPath = join(data.dataDir, 'engine.xml');
  writeFileSync(configPath, serverConfig({ max_server_memory_usage: data.memoryBytes }));
  setDefaultDatabaseAside(folders.tables);
  const engine = bindLibrary(library, { ...folders, configPath });
  const control = engine.connect();
  endAtOnceOnFaults();
  await restoreDefaultDatabase(engine, control);
  letMergesGiveWay();
  const lanes = openLanes({
    engine,
    count: data.lanes,
    settings: { ...data.sessionSettings, max_result_bytes: String(ONE_PIECE_BYTES) },
    command: (statement) => void library.QueryWithConnection(control, statement, 'Null'),
  });

  async function outcomeOf(job: EngineJob): Promise<FromEngineProcess> {
    let rest: Uint8Array | undefined;
    try {
      const statistics = await lanes.use(job, (sessions) =>
        runJob(engine, sessions, job, async (piece) => {
          const before = rest;
          rest = piece;
          if (before) await post({ type: 'chunk', id: job.id, data: before });
        }),
      );
      return { type: 'done', id: job.id, heap: heap(), statistics, ...(rest && { rest }) };
    } catch (error) {
      if (error instanceof EngineError) return { type: 'failed', id: job.id, heap: heap(), error: error.message };
      return { type: 'crashed', reason: reasonOf(error) };
    }
  }

  process.on('message', async (message: ToEngineProcess) => {
    if (message.type === 'run') void post(await outcomeOf(message.job));
    else if (message.type === 'cancel') lanes.cancel(message.id);
    else {
      lanes.close();
      engine.close(control);
      unlock();
      process.exit(0);
    }
  });
  await post({ type: 'ready', heap: heap() });
}

/**
 * The library catches faults of its own and waits minutes for someone to write them down. Node gives a signal back to the system
 * when its last listener goes: the process then ends at once, and the host says by which signal.
 */
function endAtOnceOnFaults(): void {
  const listener = () => {};
  for (const signal of ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'] as const) {
    process.on(signal, listener);
    process.off(signal, listener);
  }
}

function libraryOrReason(): NativeLibrary | string {
  try {
    return loadLibrary();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const library = libraryOrReason();
if (typeof library === 'string') await post({ type: 'unusable', reason: library });
else await start(library).catch((error: unknown) => post({ type: 'crashed', reason: reasonOf(error) }));
