import type { ByteReader } from './byte-reader.ts';
import { skipSeparators } from './commit-header.ts';
import type { CombinedDiff, FileDiff, MergePath } from './diff-records.ts';
import { GitError } from './git-error.ts';

const COLON = ':'.charCodeAt(0);

async function path(reader: ByteReader): Promise<string> {
  if (!reader.take(0)) await reader.need(0);
  return reader.latin1();
}

/** `:mode mode blob blob status NUL path NUL [path NUL]`, once for each changed file. */
export async function readRawPart(reader: ByteReader): Promise<FileDiff[]> {
  const files: FileDiff[] = [];
  let byte = await skipSeparators(reader);
  while (byte === COLON) {
    const parts = (await path(reader)).split(' ');
    const [modeBefore, modeAfter, blobBefore, blobAfter, state] = parts;
    if (!modeBefore || !modeAfter || !blobBefore || !blobAfter || !state) {
      throw new GitError('unexpected_output', 'a raw line with missing fields');
    }
    const status = state.charAt(0);
    const pathBefore = await path(reader);
    const pathAfter = status === 'R' || status === 'C' ? await path(reader) : pathBefore;
    files.push({
      status,
      similarity: Number(state.slice(1)),
      modeBefore: modeBefore.slice(1),
      modeAfter,
      blobBefore,
      blobAfter,
      pathBefore,
      pathAfter,
      binary: false,
      oversized: false,
      linesAdded: 0,
      linesDeleted: 0,
      hunks: [],
    });
    byte = reader.peek();
    if (byte === -1) byte = await reader.awaitByte();
  }
  return files;
}

export async function readMergePaths(reader: ByteReader): Promise<MergePath[]> {
  const files = await readRawPart(reader);
  return files.map((file) => ({ blobAfter: file.blobAfter, modeAfter: file.modeAfter, path: file.pathAfter }));
}

/** `::mode… mode blob… blob statuses NUL path… NUL path NUL`: one colon, mode, blob and path more for each parent. */
export async function readCombinedRaw(reader: ByteReader): Promise<CombinedDiff[]> {
  const files: CombinedDiff[] = [];
  let byte = await skipSeparators(reader);
  while (byte === COLON) {
    const line = await path(reader);
    const parents = line.lastIndexOf(':') + 1;
    const parts = line.slice(parents).split(' ');
    const modeAfter = parts[parents];
    const blobAfter = parts[2 * parents + 1];
    if (modeAfter === undefined || blobAfter === undefined || parts.length !== 2 * parents + 3) {
      throw new GitError('unexpected_output', 'a combined raw line with missing fields');
    }
    const paths: string[] = [];
    for (let parent = 0; parent < parents; parent++) paths.push(await path(reader));
    files.push({
      modes: parts.slice(0, parents),
      modeAfter,
      blobs: parts.slice(parents + 1, 2 * parents + 1),
      blobAfter,
      paths,
      pathAfter: await path(reader),
      binary: false,
      hunks: [],
    });
    byte = reader.peek();
    if (byte === -1) byte = await reader.awaitByte();
  }
  return files;
}
