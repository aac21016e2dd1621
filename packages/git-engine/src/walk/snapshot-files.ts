import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SnapshotBytes } from './snapshot-parts.ts';

/** Snapshots wait on disk until someone keeps them: a walk takes several, and each is as large as all that it knows. */
export type SnapshotFiles = {
  /** Writes one, and answers where its bytes can be read until `remove`. */
  add(write: (next: (bytes: Uint8Array) => Promise<void>) => Promise<void>): Promise<SnapshotBytes>;
  remove(): Promise<void>;
};

const PIECE = 512 * 1024;

export async function openSnapshotFiles(folder = tmpdir()): Promise<SnapshotFiles> {
  await mkdir(folder, { recursive: true });
  const home = await mkdtemp(join(folder, 'linescope-snapshots-'));
  let count = 0;
  return {
    async add(write) {
      const path = join(home, String(count++));
      const file = await open(path, 'wx');
      try {
        await write(async (bytes) => {
          await file.writeFile(bytes);
        });
      } finally {
        await file.close();
      }
      return { [Symbol.asyncIterator]: () => createReadStream(path, { highWaterMark: PIECE })[Symbol.asyncIterator]() };
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
