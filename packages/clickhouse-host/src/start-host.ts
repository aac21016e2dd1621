import { once } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { defaultLanes, defaultMemoryMb } from './config.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { EngineName } from './engine/driver.ts';
import { type Engine, startEngine } from './engine/engine.ts';
import { startDriver } from './engine/start-driver.ts';
import { createHttpServer } from './http/server.ts';
import { LIMITS, SESSION_SETTINGS } from './limits.ts';
import { jsonLog, type Log } from './log.ts';

export type HostOptions = {
  dataDir: string;
  /** 0 takes any free port. */
  port: number;
  bind?: string;
  password?: string | undefined;
  /** Undefined takes the native one where it is installed and loads. */
  engine?: EngineName | undefined;
  lanes?: number;
  memoryBytes?: number;
  /** How long others wait for a reading before it goes behind them; once more for each further one. */
  patienceMs?: readonly number[];
  log?: Log;
  /** The engine is gone. Without this, the process ends: what it held in memory cannot be trusted. */
  onCrash?: (reason: string) => void;
};

export type RunningHost = { url: string; port: number; engine: EngineName; stop(): Promise<void> };

export async function startClickHouseHost(options: HostOptions): Promise<RunningHost> {
  const { port, bind = '127.0.0.1', password, log = jsonLog('warn') } = options;
  mkdirSync(options.dataDir, { recursive: true });
  // Paths of open files come back from the kernel without links, and must be known as lying inside.
  const dataDir = realpathSync(options.dataDir);
  const unlock = await lockDataFolder(dataDir);
  const data = {
    dataDir,
    sessionSettings: SESSION_SETTINGS,
    lanes: options.lanes ?? defaultLanes(),
    memoryBytes: options.memoryBytes ?? defaultMemoryMb() * 2 ** 20,
  };
  try {
    const engine = await startEngine({
      startDriver: (events) => startDriver(options.engine, data, events, log),
      queueCapacity: LIMITS.queueCapacity,
      patienceMs: options.patienceMs ?? LIMITS.patienceMs,
      onCrash: options.onCrash ?? exitOnCrash(log),
      onComplaint: (complaint) => log('warn', 'the ClickHouse engine cannot do its work', { complaint }),
      onLost: (complaint) => void restart(complaint),
    });
    const server = createHttpServer({ engine, dataDir, password, log });
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= stopServing(server, engine).then(unlock);
      return stopped;
    };
    server.listen(port, bind);
    try {
      await once(server, 'listening');
    } catch (error) {
      await engine.stop();
      throw error;
    }
    /** Answers that are on their way arrive first; all that was answered is on disk. */
    const restart = async (complaint: string) => {
      log('fatal', 'the ClickHouse engine did not get well; the process ends so that it can be started anew', {
        complaint,
      });
      await stop();
      if (options.onCrash) options.onCrash(complaint);
      else process.exit(CRASHED);
    };
    const listeningPort = portOf(server);
    const shownHost = bind.includes(':') ? `[${bind}]` : bind;
    return {
      url: `http://${shownHost}:${listeningPort}`,
      port: listeningPort,
      engine: engine.name,
      stop,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function stopServing(server: Server, engine: Engine): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await engine.stop();
  // Answers may still be on their way; a connection is done with when it falls idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const patience = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(patience);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host listens on no port');
  return address.port;
}

const LAST_ANSWERS_MS = 5_000;
const CRASHED = 70;

function exitOnCrash(log: Log): (reason: string) => void {
  return (reason) => {
    log('fatal', 'the ClickHouse engine crashed; the process ends so that it can be started anew', { reason });
    process.exit(CRASHED);
  };
}
