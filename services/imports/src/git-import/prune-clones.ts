import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

interface Clone {
  path: string;
  bytes: number;
  usedAt: number;
}

/** Removes mirrors that nobody used for a month, then the least recently used ones until the cache fits. They can be fetched again. */
export async function pruneClones(
  cloneFolder: string,
  maxBytes: number,
  now: number,
  inUse: ReadonlySet<string>,
): Promise<string[]> {
  const clones = (await clonesIn(cloneFolder))
    .filter((clone) => !inUse.has(clone.path))
    .sort((one, other) => one.usedAt - other.usedAt);
  let total = clones.reduce((sum, clone) => sum + clone.bytes, 0);
  const removed: string[] = [];
  for (const clone of clones) {
    if (now - clone.usedAt < MAX_AGE_MS && total <= maxBytes) break;
    await rm(clone.path, { recursive: true, force: true });
    total -= clone.bytes;
    removed.push(clone.path);
  }
  return removed;
}

async function clonesIn(cloneFolder: string): Promise<Clone[]> {
  const clones: Clone[] = [];
  for (const entity of await readdir(cloneFolder).catch(() => [])) {
    for (const repo of await readdir(join(cloneFolder, entity)).catch(() => [])) {
      const path = join(cloneFolder, entity, repo);
      const { mtimeMs } = await stat(path);
      clones.push({ path, bytes: await sizeOf(path), usedAt: mtimeMs });
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
