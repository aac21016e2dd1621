import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from './running-process.ts';

const run = promisify(execFile);
const NONINTERACTIVE = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };

/** The `nats-server` to run: the system's; else installed or unpacked by its package manager; else a sentence of what to do. */
export async function natsBinary(unpackInto: string, log: Log): Promise<string> {
  const unpacked = join(unpackInto, 'usr', 'sbin');
  const found = findNats([...systemFolders(), unpacked]);
  if (found !== undefined) return found;

  if (findProgram('apt-get', systemFolders()) !== undefined) {
    const asRoot = process.getuid?.() === 0;
    log(
      asRoot ? 'installing nats-server with apt-get' : `unpacking the system's nats-server package into ${unpackInto}`,
    );
    const obtain = asRoot ? install : () => unpack(unpackInto);
    await obtain().catch((error: unknown) => log(String(error)));
    const obtained = findNats([...systemFolders(), unpacked]);
    if (obtained !== undefined) return obtained;
  }
  throw new Error(
    'there is no nats-server on this machine: install it with "sudo apt-get install nats-server" (or "brew install nats-server"), or set NATS_URL to a server of yours',
  );
}

async function install(): Promise<void> {
  const args = ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', 'nats-server'];
  try {
    await run('apt-get', args, NONINTERACTIVE);
  } catch {
    await run('apt-get', ['update', '-o', 'DPkg::Lock::Timeout=120'], NONINTERACTIVE); // a machine that never asked for its package lists
    await run('apt-get', args, NONINTERACTIVE);
  }
}

async function unpack(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await run('apt-get', ['download', 'nats-server'], { ...NONINTERACTIVE, cwd: folder });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error('apt-get download left no package');
  await run('dpkg', ['-x', archive, '.'], { cwd: folder });
}

function systemFolders(): string[] {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
}

function findNats(folders: string[]): string | undefined {
  return findProgram('nats-server', folders);
}

function findProgram(name: string, folders: string[]): string | undefined {
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
