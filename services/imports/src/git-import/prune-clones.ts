import { renameSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@linescope/contract/days';

const MAX_AGE_MS = 30 * DAY_MS;
const REMOVING = '.removing';

interface Clone {
  path: string;
  bytes: number;
  usedAt: number;
}

export interface CacheLimits {
  bytes: number;
  /** What the disk lacks of the space that is to stay free: the cache is smaller by that. */
  lackingBytes: number;
}

/**
 * Removes mirrors that were not used for a month, then the least recently used ones until the cache fits. They can be fetched
 * again. Those in use stay; `inUse` is looked at again right before each removal, since runs begin meanwhile.
 */
export async function pruneClones(
  cloneFolder: string,
  limits: CacheLimits,
  now: number,
  inUse: ReadonlySet<string>,
): Promise<string[]> {
  const clones = (await clonesIn(cloneFolder)).sort((one, other) => one.usedAt - other.usedAt);
  let total = clones.reduce((sum, clone) => sum + clone.bytes, 0);
  const maxBytes = Math.min(limits.bytes, limits.lackingBytes > 0 ? total - limits.lackingBytes : Infinity);
  const removed: string[] = [];
  for (const clone of clones) {
    if (now - clone.usedAt < MAX_AGE_MS && total <= maxBytes) break;
    if (inUse.has(clone.path)) continue;
    // Renamed at once and without yielding, so that a run which begins now finds no half-removed mirror.
    renameSync(clone.path, `${clone.path}${REMOVING}`);
    await rm(`${clone.path}${REMOVING}`, { recursive: true, force: true });
    total -= clone.bytes;
    removed.push(clone.path);
  }
  return removed;
}

/**
 * Removes mirrors of repos and entities that are gone: a worker that was away when they went did not hear of it. The folder is read
 * before `isImported` looks, so that a mirror made meanwhile is no orphan.
 */
export async function removeOrphans(
  cloneFolder: string,
  readImported: () => Promise<ReadonlySet<string>>,
  inUse: ReadonlySet<string>,
): Promise<string[]> {
  const paths = (await clonesIn(cloneFolder)).map(({ path }) => path);
  if (paths.length === 0) return [];
  const imported = await readImported();
  const orphans = paths.filter((path) => !imported.has(path) && !inUse.has(path));
  for (const path of orphans) await rm(path, { recursive: true, force: true });
  return orphans;
}

async function clonesIn(cloneFolder: string): Promise<Clone[]> {
  const clones: Clone[] = [];
  for (const entity of await readdir(cloneFolder).catch(() => [])) {
    for (const repo of await readdir(join(cloneFolder, entity)).catch(() => [])) {
      const path = join(cloneFolder, entity, repo);
      if (repo.endsWith(REMOVING)) await rm(path, { recursive: true, force: true });
      else clones.push({ path, bytes: await sizeOf(path), usedAt: (await stat(path)).mtimeMs });
    }
  }
  return clones;
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
