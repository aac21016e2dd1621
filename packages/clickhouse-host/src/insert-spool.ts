/** The rows of an INSERT, put into a file that the engine reads: the text of a statement would have to fit its memory. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exception } from './exception.ts';
import { nextChunk } from './http/request-body.ts';
import { LIMITS } from './limits.ts';

export type SpooledRows = { path: string; remove(): Promise<void> };

export async function spoolRows(dataDir: string, first: Buffer, rest: AsyncIterator<Buffer>): Promise<SpooledRows> {
  const path = join(dataDir, 'spool', randomUUID());
  const remove = () => rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await writeAll(file, first, rest);
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await file.close();
  }
  return { path, remove };
}

/** So much is gathered before it is written: a body comes in pieces of some 64 KB. */
const WRITE_BYTES = 1024 * 1024;

async function writeAll(file: FileHandle, first: Buffer, rest: AsyncIterator<Buffer>): Promise<void> {
  let total = first.length;
  let held = [first];
  let heldBytes = first.length;
  const flush = async () => {
    await writeWhole(file, held, heldBytes);
    held = [];
    heldBytes = 0;
  };
  for (let chunk = await nextChunk(rest); !chunk.done; chunk = await nextChunk(rest)) {
    total += chunk.value.length;
    if (total > LIMITS.insertBytes) {
      throw exception('QUERY_IS_TOO_LARGE', `The rows of one INSERT may take ${LIMITS.insertBytes} bytes.`);
    }
    held.push(chunk.value);
    heldBytes += chunk.value.length;
    if (heldBytes >= WRITE_BYTES) await flush();
  }
  if (heldBytes > 0) await flush();
}

async function writeWhole(file: FileHandle, pieces: Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces);
  // A disk that fills up takes a part; the next write says why.
  if (bytesWritten < bytes) await file.appendFile(Buffer.concat(pieces).subarray(bytesWritten));
}
