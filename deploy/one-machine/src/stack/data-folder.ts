import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { whyNotFree } from '@linescope/local-stores/ports';
import { filesIn, type Settings } from '../settings.ts';
import { endLeftovers, isRunning, type RecordKeeper, readStackRecord, takeStackRecord } from './stack-record.ts';

/** Makes the data folder ours: nobody else runs on it, nothing is left over from a killed start, and the port is free. */
export async function takeDataFolder(settings: Settings, say: (sentence: string) => void): Promise<RecordKeeper> {
  const { dataDir, port, bindHost } = settings;
  const files = filesIn(dataDir);
  const isNew = !existsSync(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // As root, Postgres runs as another user, who must be able to pass; the secrets in here are files of mode 0600.
  if (isNew && process.getuid?.() === 0) chmodSync(dataDir, 0o711);

  const earlier = readStackRecord(files.stack);
  if (earlier !== undefined) {
    if (isRunning(earlier.supervisor)) {
      const where = earlier.surroundings === undefined ? '' : ` at ${earlier.surroundings.baseUrl}`;
      throw new Error(
        `Linescope already runs on ${dataDir}${where} (process ${earlier.supervisor.pid}). "npm stop" stops it; another DATA_DIR and PORT run a second one beside it.`,
      );
    }
    await endLeftovers(earlier, say);
  }
  if (port !== 0) await requirePort(port, bindHost);
  rmSync(files.stack, { force: true });
  rmSync(files.ready, { force: true });
  const record = takeStackRecord(files.stack);
  if (record === undefined) throw new Error(`Another start on ${dataDir} was quicker.`);
  return record;
}

async function requirePort(port: number, host: string): Promise<void> {
  const reason = await whyNotFree(port, host);
  if (reason === undefined) return;
  if (reason === 'EADDRINUSE') {
    throw new Error(`Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`);
  }
  if (reason === 'EACCES') {
    throw new Error(`Port ${port} is not for ordinary users. Choose one above 1023: PORT=8080 npm start`);
  }
  throw new Error(`Port ${port} of ${host} (BIND_HOST) cannot be listened on: ${reason}`);
}
