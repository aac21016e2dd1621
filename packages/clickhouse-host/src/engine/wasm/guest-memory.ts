import type { Stats, StatsFs } from 'node:fs';

/** The engine's memory as system calls see it. It is shared and grows, so every access takes a fresh view. */
export function guestMemory(memory: { readonly buffer: ArrayBufferLike }) {
  const view = () => new DataView(memory.buffer);

  return {
    bytes: (start: number, length: number) => new Uint8Array(memory.buffer, start, length),
    readInt32: (at: number) => view().getInt32(at, true),
    readInt64: (at: number) => Number(view().getBigInt64(at, true)),
    writeInt64: (at: number, value: number) => view().setBigInt64(at, BigInt(value), true),
    writeInt16: (at: number, value: number) => view().setInt16(at, value, true),
    readText(start: number): string {
      const all = new Uint8Array(memory.buffer);
      return Buffer.from(memory.buffer, start, all.indexOf(0, start) - start).toString();
    },
    /** Lengths and addresses of the buffers of a scattered read or write. */
    *buffers(iov: number, count: number): Generator<Uint8Array> {
      for (let index = 0; index < count; index++) {
        const at = iov + index * 16;
        yield this.bytes(this.readInt64(at), this.readInt64(at + 8));
      }
    },
    /** musl's `struct stat` for 64-bit addresses. */
    writeStat(at: number, stats: Stats): void {
      const to = view();
      to.setUint32(at, stats.dev >>> 0, true);
      to.setUint32(at + 4, stats.mode, true);
      to.setBigUint64(at + 8, BigInt(stats.nlink), true);
      to.setUint32(at + 16, stats.uid, true);
      to.setUint32(at + 20, stats.gid, true);
      to.setUint32(at + 24, 0, true);
      to.setBigInt64(at + 32, BigInt(stats.size), true);
      to.setInt32(at + 40, 4096, true);
      to.setInt32(at + 44, stats.blocks, true);
      for (const [index, time] of [stats.atimeMs, stats.mtimeMs, stats.ctimeMs].entries()) {
        const seconds = Math.floor(time / 1000);
        to.setBigInt64(at + 48 + index * 16, BigInt(seconds), true);
        to.setBigInt64(at + 56 + index * 16, BigInt(Math.floor((time - seconds * 1000) * 1e6)), true);
      }
      to.setBigUint64(at + 96, BigInt(stats.ino), true);
    },
    /** musl's `struct statfs`. */
    writeStatFs(at: number, stats: StatsFs): void {
      const to = view();
      to.setUint32(at + 8, stats.bsize, true);
      for (const [index, value] of [stats.blocks, stats.bfree, stats.bavail, stats.files, stats.ffree].entries()) {
        to.setBigInt64(at + 16 + index * 8, BigInt(value), true);
      }
      to.setUint32(at + 56, 42, true);
      to.setUint32(at + 64, 255, true);
      to.setUint32(at + 72, stats.bsize, true);
      to.setUint32(at + 80, 2, true);
    },
    /** A `struct dirent`, which Emscripten makes 280 bytes long. */
    writeDirent(at: number, next: number, isFolder: boolean, name: string): void {
      const to = view();
      to.setBigInt64(at, 1n, true);
      to.setBigInt64(at + 8, BigInt(next), true);
      to.setInt16(at + 16, DIRENT_SIZE, true);
      to.setInt8(at + 18, isFolder ? 4 : 8);
      this.bytes(at + 19, 256).set(Buffer.from(`${name}\0`).subarray(0, 256));
    },
  };
}

export type GuestMemory = ReturnType<typeof guestMemory>;

export const DIRENT_SIZE = 280;
