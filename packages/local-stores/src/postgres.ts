import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startChild } from './child-process.ts';
import { pickPort } from './ports.ts';
import { copiesHome, type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { endLeftoverPostmaster } from './postgres-leftover.ts';
import { canReach, type Owner, postgresOwner } from './postgres-owner.ts';
import { type Log, ProcessFailure, type ProcessHooks, type RunningProcess, untilReady } from './running-process.ts';

export interface PostgresOptions extends ProcessHooks {
  dataDir: string;
  port?: number;
  /** Of the superuser `postgres`; the cluster keeps the one it was made with. */
  password: string;
  /** False trades safety in a crash for speed: for tests. */
  durable?: boolean;
}

const QUICK_AND_FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

export async function startPostgres(options: PostgresOptions): Promise<RunningProcess> {
  const { password, log } = options;
  const owner = postgresOwner();
  const binaries = postgresBinaries(owner, log);
  const dataDir = placeData(resolve(options.dataDir), owner, log);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(binaries, dataDir, options, owner);
  await endLeftoverPostmaster(dataDir, log);

  const port = options.port ?? (await pickPort());
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'log_line_prefix=%m [%p] %q%u@%d ',
    ...(options.durable === false ? QUICK_AND_FORGETFUL : []),
  ];
  const child = await startChild({
    command: binaries.postgres,
    args: ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])],
    env: ENVIRONMENT,
    cwd: dataDir,
    stopSignal: 'SIGINT', // ends sessions and shuts down cleanly, where SIGTERM would wait for the sessions
    stopTimeoutMs: 30_000,
    onLine: log,
    onSpawn: options.onSpawn,
    ...(owner && { owner }),
  });
  const url = postgresUrl(port, password);
  await untilReady('postgres', child, () => answers(url), 60_000, options.signal);
  return { url, pid: child.pid, stop: child.stop, exited: child.exited };
}

export function postgresUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {}); // a server that ends mid-handshake is simply not ready
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes a place for a cluster that comes from elsewhere; `own` gives it to the user Postgres runs as once it is filled. */
export function takePlace(dataDir: string, log: Log): { own(): void } {
  const owner = postgresOwner();
  const place = placeData(resolve(dataDir), owner, log);
  return {
    own() {
      if (owner === undefined) return;
      for (const path of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
        chownSync(join(place, path), owner.uid, owner.gid);
      }
    },
  };
}

/**
 * The folder for the cluster, owned by the user Postgres runs as. Below a folder that is closed to that user (root's home),
 * the cluster lives in /var/lib/linescope and the data folder holds a link to it.
 */
function placeData(dataDir: string, owner: Owner | undefined, log: Log): string {
  mkdirSync(dirname(dataDir), { recursive: true });
  if (existsSync(dataDir)) return realpathSync(dataDir);
  rmSync(dataDir, { force: true }); // a link whose target is gone
  if (owner === undefined || canReach(dataDir, owner)) {
    mkdirSync(dataDir, { mode: 0o700 });
    if (owner) chownSync(dataDir, owner.uid, owner.gid);
    return realpathSync(dataDir);
  }
  const elsewhere = join(copiesHome(), `data-${randomBytes(6).toString('hex')}`);
  log(`the user Postgres runs as cannot reach ${dataDir}: the cluster goes to ${elsewhere}, with a link to it`);
  mkdirSync(copiesHome(), { recursive: true, mode: 0o755 });
  mkdirSync(elsewhere, { mode: 0o700 });
  chownSync(elsewhere, owner.uid, owner.gid);
  symlinkSync(elsewhere, dataDir);
  return readlinkSync(dataDir);
}

async function initialise(
  binaries: PostgresBinaries,
  dataDir: string,
  options: PostgresOptions,
  owner: Owner | undefined,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linescope-initdb-'));
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (owner) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  const args = [
    ['-D', dataDir, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    options.durable === false ? ['--no-sync'] : [],
  ].flat();
  try {
    await promisify(execFile)(binaries.initdb, args, { cwd: dataDir, env: ENVIRONMENT, ...owner });
  } catch (error) {
    throw new ProcessFailure('postgres', 'could not make its data folder', String(error).split('\n').slice(-20));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
