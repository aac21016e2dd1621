import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface Owner {
  uid: number;
  gid: number;
}

/** Postgres refuses to run as root, so root runs it as an ordinary user that the system knows by name. */
export function postgresOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findUser('postgres') ?? createUser('postgres') ?? requireUser('nobody');
}

/** Whether that user may walk down to `path`: every folder above it must let it through. */
export function canReach(path: string, owner: Owner): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const shift = uid === owner.uid ? 6 : gid === owner.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function findUser(name: string): Owner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function createUser(name: string): Owner | undefined {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      stdio: 'ignore',
    });
  } catch {
    return undefined; // a system without useradd, or a read-only one
  }
  return findUser(name);
}

function requireUser(name: string): Owner {
  const user = findUser(name);
  if (user === undefined) throw new Error(`Postgres cannot run as root, and there is no user "${name}" to run it as`);
  return user;
}
