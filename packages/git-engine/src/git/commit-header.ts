import type { ByteReader } from './byte-reader.ts';
import type { CommitHeader } from './diff-records.ts';
import { GitError } from './git-error.ts';

/** Every commit of a stream starts with byte 1, which no line of a patch can start with. */
export const HEADER_FORMAT = '--format=%x01%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B%x00';
export const SHORT_FORMAT = '--format=%x01%H%x00';
export const COMMIT_MARK = 1;

const LATEST = Date.UTC(2200, 0, 1) / 1000;

/** Histories lie about time: seconds since 1970, never before it nor after 2199. */
export function clampTime(seconds: number): number {
  if (!Number.isFinite(seconds) || seconds < 0) return 0;
  return Math.min(Math.floor(seconds), LATEST - 1);
}

/** Moves to the next commit; false at the end of the stream. Fails when something else stands there. */
export async function atCommit(reader: ByteReader): Promise<boolean> {
  const byte = await skipSeparators(reader);
  if (byte === -1) return false;
  if (byte !== COMMIT_MARK) throw new GitError('unexpected_output', `byte ${byte} where a commit should start`);
  reader.skipByte();
  return true;
}

/** Newlines and NULs that git sets between a header, its raw part and its patch. */
export async function skipSeparators(reader: ByteReader): Promise<number> {
  while (true) {
    let byte = reader.peek();
    if (byte === -1) byte = await reader.awaitByte();
    if (byte !== 0 && byte !== 10) return byte;
    reader.skipByte();
  }
}

export async function field(reader: ByteReader): Promise<string> {
  if (!reader.take(0)) await reader.need(0);
  return reader.text();
}

export async function readHeader(reader: ByteReader): Promise<CommitHeader> {
  const sha = await field(reader);
  const parents = await field(reader);
  const authorName = await field(reader);
  const authorEmail = await field(reader);
  const authoredAt = await field(reader);
  const committerName = await field(reader);
  const committerEmail = await field(reader);
  const committedAt = await field(reader);
  const message = await field(reader);
  return {
    sha,
    parents: parents === '' ? [] : parents.split(' '),
    authorName,
    authorEmail,
    authoredAt: clampTime(Number(authoredAt)),
    committerName,
    committerEmail,
    committedAt: clampTime(Number(committedAt)),
    message: message.trimEnd(),
  };
}
