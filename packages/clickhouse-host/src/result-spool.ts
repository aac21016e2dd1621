/**
 * A result waits here until the engine is done with it: in memory, and past a bound in a file. So the engine never waits
 * for a slow reader, who may himself be waiting for the engine, and an error is known before the first byte is sent.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LIMITS } from './limits.ts';

export type ResultSpool = {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** The bytes, when they all fit in memory. */
  inMemory(): Buffer | undefined;
  read(): Readable;
  discard(): void;
};

export function resultSpool(dataDir: string): ResultSpool {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let fd: number | undefined;

  return {
    get length() {
      return length;
    },
    add(chunk) {
      length += chunk.length;
      if (fd === undefined && length <= LIMITS.resultBytesInMemory) {
        chunks.push(chunk);
        return;
      }
      if (fd === undefined) {
        fd = openNamelessFile(join(dataDir, 'spool', randomUUID()));
        for (const earlier of chunks) writeSync(fd, earlier);
        chunks = [];
      }
      writeSync(fd, chunk);
    },
    inMemory: () => (fd === undefined ? Buffer.concat(chunks) : undefined),
    read: () => (fd === undefined ? Readable.from(chunks) : createReadStream('', { fd, start: 0, autoClose: false })),
    discard() {
      chunks = [];
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}

/** A file without a name goes with its last reader, however the process ends. */
function openNamelessFile(path: string): number {
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return fd;
}
