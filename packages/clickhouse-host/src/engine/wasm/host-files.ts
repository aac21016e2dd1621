/**
 * The engine's system calls on files, answered by `node:fs` on the very thread that makes them.
 *
 * Emscripten hands every call on a file over to the thread that created the module. That thread, while it waits for a
 * statement, looks for such calls once a millisecond: a query that opens, reads and closes a few dozen files would take a
 * few dozen milliseconds at least. Here each thread's imports are replaced for whatever lies under the mount point, and
 * left alone for the rest. File descriptors of the operating system belong to the process, so any thread can use what
 * another opened; only the position in a file, which `node:fs` does not expose, is kept in memory that all threads share.
 *
 *   guest path /data/db/…  →  <data folder>/db/…          guest fd  =  FIRST_FD + fd of the operating system
 */
import * as fs from 'node:fs';
import { posix } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { errnoOf, fail } from './errno.ts';
import { DIRENT_SIZE, type GuestMemory, guestMemory } from './guest-memory.ts';
import { MOUNT_POINT } from './mount-point.ts';
import { type WasmImports, type WasmMemory, webAssembly } from './web-assembly.ts';

export type HostFiles = { root: string; positions: SharedArrayBuffer };

/** What a call returns; undefined when it is not about a file of ours. */
type Answer = (...args: number[]) => number | undefined;
/** Calls that return nothing of interest return 0. */
type OnPath = (path: string, ...rest: number[]) => unknown;
type OnFd = (fd: number, ...rest: number[]) => unknown;

const FIRST_FD = 1 << 20;
const MAX_OS_FDS = 65_536;
const SHARED_AS = 'clickhouse-host files';

export function hostFiles(root: string): HostFiles {
  return { root, positions: new SharedArrayBuffer(MAX_OS_FDS * Float64Array.BYTES_PER_ELEMENT) };
}

/** Threads that this one starts find the files through `sharedHostFiles`. */
export function shareHostFiles(files: HostFiles): void {
  setEnvironmentData(SHARED_AS, files);
}

export function sharedHostFiles(): HostFiles {
  return getEnvironmentData(SHARED_AS) as HostFiles;
}

/** Replaces the calls on files among the imports of the engine's module, known by the names of their functions; answers its memory. */
export function serveHostFiles(imports: WasmImports, files: HostFiles): WasmMemory {
  const environment = imports['a'] ?? {};
  const memory = Object.values(environment).find((value) => value instanceof webAssembly.Memory);
  if (!memory) throw new Error('the engine imports no memory: is its version another?');
  const calls = new Map(Object.entries(fileCalls(guestMemory(memory), files)));
  for (const [key, original] of Object.entries(environment)) {
    if (typeof original !== 'function') continue;
    const answer = calls.get(original.name);
    if (answer) environment[key] = withFallback(original.name, answer, original);
    calls.delete(original.name);
  }
  if (calls.size > 0) throw new Error(`the engine lacks ${[...calls.keys()].join(', ')}: is its version another?`);
  return memory;
}

/** WebAssembly hands over numbers for 32 bits, and BigInt for addresses and lengths. */
function withFallback(name: string, answer: Answer, original: CallableFunction) {
  // System calls return an error as a negative number, those that begin with fd_ as a positive one.
  const sign = name.startsWith('_fd_') ? 1 : -1;
  return (...args: (number | bigint)[]): unknown => {
    try {
      const result = answer(...args.map(Number));
      if (result !== undefined) return result;
    } catch (error) {
      return sign * errnoOf(error);
    }
    return original(...args);
  };
}

function fileCalls(memory: GuestMemory, { root, positions: shared }: HostFiles): Record<string, Answer> {
  const positions = new Float64Array(shared);
  const openPaths = new Map<number, string>();
  const listings = new Map<number, fs.Dirent[]>();

  const osFd = (fd: number): number | undefined => (fd >= FIRST_FD ? fd - FIRST_FD : undefined);

  /** Linux knows the path of every descriptor; elsewhere the thread that opened it does. */
  const pathOfFd = (fd: number): string => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return openPaths.get(fd) ?? fail('EBADF');
    }
  };

  /** The place of a guest's path on the host, or undefined when it lies outside the mount. */
  const hostPath = (dirFd: number, pointer: number): string | undefined => {
    const text = memory.readText(pointer);
    if (!text.startsWith('/')) {
      const folder = osFd(dirFd);
      if (folder === undefined) return undefined;
      const path = posix.normalize(`${pathOfFd(folder)}/${text}`);
      return path === root || path.startsWith(`${root}/`) ? path : fail('EACCES');
    }
    const path = posix.normalize(text).replace(/(?<=.)\/$/, '');
    if (path !== MOUNT_POINT && !path.startsWith(`${MOUNT_POINT}/`)) return undefined;
    return root + path.slice(MOUNT_POINT.length);
  };

  const onPath =
    (use: OnPath): Answer =>
    (dirFd = 0, pointer = 0, ...rest) => {
      const path = hostPath(dirFd, pointer);
      return path === undefined ? undefined : zeroOr(use(path, ...rest));
    };

  const onPathAlone =
    (use: OnPath): Answer =>
    (...args) =>
      onPath(use)(AT_WORKING_FOLDER, ...args);

  const onFd =
    (use: OnFd): Answer =>
    (guestFd = 0, ...rest) => {
      const fd = osFd(guestFd);
      return fd === undefined ? undefined : zeroOr(use(fd, ...rest));
    };

  /** Fills or empties the buffers of a call one after the other, until one comes up short. */
  const transfer = (move: Move, fd: number, iov: number, count: number, position: number): number => {
    let total = 0;
    for (const buffer of memory.buffers(iov, count)) {
      const moved = move(fd, buffer, 0, buffer.length, position + total);
      total += moved;
      if (moved < buffer.length) break;
    }
    return total;
  };

  const listingOf = (fd: number): fs.Dirent[] => {
    const known = positions[fd] === 0 ? undefined : listings.get(fd);
    const listing = known ?? fs.readdirSync(pathOfFd(fd), { withFileTypes: true });
    listings.set(fd, listing);
    return listing;
  };

  return {
    ___syscall_openat: onPath((path, flags = 0, varargs = 0) => {
      const mode = varargs === 0 ? 0 : memory.readInt32(varargs) & ~0o022;
      const fd = fs.openSync(path, hostFlags(flags), mode);
      if (fd >= MAX_OS_FDS) {
        fs.closeSync(fd);
        fail('EMFILE');
      }
      positions[fd] = 0;
      openPaths.set(fd, path);
      return FIRST_FD + fd;
    }),
    _fd_close: onFd((fd) => {
      openPaths.delete(fd);
      listings.delete(fd);
      fs.closeSync(fd);
    }),
    _fd_pread: onFd((fd, iov = 0, count = 0, offset = 0, result = 0) => {
      memory.writeInt64(result, transfer(fs.readSync, fd, iov, count, offset));
    }),
    _fd_read: onFd((fd, iov = 0, count = 0, result = 0) => {
      const read = transfer(fs.readSync, fd, iov, count, positions[fd] ?? 0);
      positions[fd] = (positions[fd] ?? 0) + read;
      memory.writeInt64(result, read);
    }),
    _fd_write: onFd((fd, iov = 0, count = 0, result = 0) => {
      const written = transfer(fs.writeSync, fd, iov, count, positions[fd] ?? 0);
      positions[fd] = (positions[fd] ?? 0) + written;
      memory.writeInt64(result, written);
    }),
    _fd_seek: onFd((fd, offset = 0, whence = 0, result = 0) => {
      const origin = whence === 0 ? 0 : whence === 1 ? (positions[fd] ?? 0) : fs.fstatSync(fd).size;
      if (origin + offset < 0) fail('EINVAL');
      positions[fd] = origin + offset;
      memory.writeInt64(result, origin + offset);
    }),
    _fd_fdstat_get: onFd((_fd, at = 0) => {
      memory.bytes(at, 24).fill(0)[0] = 4;
    }),
    ___syscall_getdents64: onFd((fd, at = 0, size = 0) => {
      const listing = listingOf(fd);
      const start = positions[fd] ?? 0;
      const entries = listing.slice(start, start + Math.floor(size / DIRENT_SIZE));
      for (const [index, entry] of entries.entries()) {
        memory.writeDirent(at + index * DIRENT_SIZE, start + index + 1, entry.isDirectory(), entry.name);
      }
      positions[fd] = start + entries.length;
      return entries.length * DIRENT_SIZE;
    }),
    ___syscall_fstat64: onFd((fd, at = 0) => memory.writeStat(at, fs.fstatSync(fd))),
    ___syscall_ftruncate64: onFd((fd, length) => fs.ftruncateSync(fd, length)),
    ___syscall_fdatasync: onFd((fd) => fs.fdatasyncSync(fd)),
    ___syscall_fchmod: onFd((fd, mode = 0) => fs.fchmodSync(fd, mode & 0o7777)),
    ___syscall_fcntl64: onFd((_fd, command = 0, varargs = 0) => {
      if (command === F_GETLK) memory.writeInt16(memory.readInt64(varargs), F_UNLCK);
      return command === F_GETFL ? fs.constants.O_RDWR : 0;
    }),
    ___syscall_ioctl: onFd(() => fail('ENOTTY')),
    ___syscall_stat64: onPathAlone((path, at = 0) => memory.writeStat(at, fs.statSync(path))),
    ___syscall_lstat64: onPathAlone((path, at = 0) => memory.writeStat(at, fs.lstatSync(path))),
    ___syscall_newfstatat: onPath((path, at = 0, flags = 0) =>
      memory.writeStat(at, flags & AT_SYMLINK_NOFOLLOW ? fs.lstatSync(path) : fs.statSync(path)),
    ),
    ___syscall_statfs64: onPathAlone((path, _size, at = 0) => memory.writeStatFs(at, fs.statfsSync(path))),
    ___syscall_faccessat: onPath((path, mode) => fs.accessSync(path, mode)),
    ___syscall_mkdirat: onPath((path, mode = 0o777) => fs.mkdirSync(path, mode & 0o755)),
    ___syscall_rmdir: onPathAlone((path) => fs.rmdirSync(path)),
    ___syscall_unlinkat: onPath((path, flags) => (flags === AT_REMOVEDIR ? fs.rmdirSync(path) : fs.unlinkSync(path))),
    ___syscall_truncate64: onPathAlone((path, length) => fs.truncateSync(path, length)),
    ___syscall_chmod: onPathAlone((path, mode = 0) => fs.chmodSync(path, mode & 0o7777)),
    ___syscall_fchmodat2: onPath((path, mode = 0) => fs.chmodSync(path, mode & 0o7777)),
    ___syscall_utimensat: onPath((path, times = 0) => {
      const now = Date.now() / 1000;
      const timeAt = (at: number) => memory.readInt64(at) + memory.readInt32(at + 8) / 1e9;
      fs.utimesSync(path, times ? timeAt(times) : now, times ? timeAt(times + 16) : now);
    }),
    ___syscall_renameat: (fromFd = 0, from = 0, toFd = 0, to = 0) => {
      const fromPath = hostPath(fromFd, from);
      const toPath = hostPath(toFd, to);
      if (fromPath === undefined && toPath === undefined) return undefined;
      if (fromPath === undefined || toPath === undefined) return fail('EXDEV');
      fs.renameSync(fromPath, toPath);
      return 0;
    },
    // There are no links under the mount, and none are made: what they pointed at would lie outside of it.
    ___syscall_readlinkat: onPath((path) => {
      fs.lstatSync(path);
      return fail('EINVAL');
    }),
    ___syscall_symlinkat: (_target = 0, dirFd = 0, link = 0) =>
      hostPath(dirFd, link) === undefined ? undefined : fail('EPERM'),
  };
}

type Move = (fd: number, buffer: Uint8Array, offset: number, length: number, position: number) => number;

function zeroOr(result: unknown): number {
  return typeof result === 'number' ? result : 0;
}

const AT_WORKING_FOLDER = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_REMOVEDIR = 0x200;
const F_GETFL = 3;
const F_GETLK = 5;
const F_UNLCK = 2;

/** Flags of the guest are those of x86 Linux; the host's may be others. */
function hostFlags(flags: number): number {
  const known: [number, number][] = [
    [0o100, fs.constants.O_CREAT],
    [0o200, fs.constants.O_EXCL],
    [0o1000, fs.constants.O_TRUNC],
    [0o2000, fs.constants.O_APPEND],
    [0o200000, fs.constants.O_DIRECTORY],
    [0o400000, fs.constants.O_NOFOLLOW],
  ];
  return known.reduce((host, [guest, flag]) => (flags & guest ? host | flag : host), flags & 3);
}
