/**
 * An Emscripten file system over `node:fs`: what the engine writes under the mount point are ordinary files of the host.
 * All calls run on the thread that created the module; the engine's other threads hand theirs over to it.
 */
import {
  chmodSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import type { EmscriptenFs, FsNode, FsStream } from './emscripten.ts';

/** WASI error numbers, which are not those of Linux. */
const WASI_ERRNO: Record<string, number> = {
  EACCES: 2,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENOENT: 44,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  EPERM: 63,
  EROFS: 69,
  EXDEV: 75,
};
const EIO = 29;
const EINVAL = 28;
const EPERM = 63;
const ACCESS_MODE = 3;

type Attributes = { mode?: number | null; size?: number; atime?: number | null; mtime?: number | null };

export function nodeFsMount(fs: EmscriptenFs): object {
  const guarded = <T>(operation: () => T): T => {
    try {
      return operation();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw new fs.ErrnoError(WASI_ERRNO[code] ?? EIO);
    }
  };
  const refuse = (errno: number) => (): never => {
    throw new fs.ErrnoError(errno);
  };

  const createNode = (parent: FsNode | null, name: string, mode: number): FsNode => {
    const node = fs.createNode(parent, name, mode);
    node.node_ops = nodeOps;
    node.stream_ops = streamOps;
    return node;
  };

  const nodeOps = {
    getattr: (node: FsNode) =>
      attributesOf(
        node,
        guarded(() => lstatSync(hostPath(node))),
      ),
    setattr(node: FsNode, { mode, size, atime, mtime }: Attributes): void {
      const path = hostPath(node);
      guarded(() => {
        if (typeof mode === 'number') {
          chmodSync(path, mode & 0o7777);
          node.mode = mode;
        }
        if (size !== undefined) truncateSync(path, size);
        const modified = mtime ?? atime;
        if (typeof modified === 'number') utimesSync(path, new Date(atime ?? modified), new Date(modified));
      });
    },
    lookup: (parent: FsNode, name: string) =>
      createNode(parent, name, guarded(() => lstatSync(`${hostPath(parent)}/${name}`)).mode),
    mknod(parent: FsNode, name: string, mode: number): FsNode {
      const path = `${hostPath(parent)}/${name}`;
      guarded(() => {
        if (fs.isDir(mode)) mkdirSync(path, mode & 0o777);
        else closeSync(openSync(path, 'wx', mode & 0o777));
      });
      return createNode(parent, name, mode);
    },
    rename(node: FsNode, toParent: FsNode, toName: string): void {
      guarded(() => renameSync(hostPath(node), `${hostPath(toParent)}/${toName}`));
      const replaced = cachedChild(fs, toParent, toName);
      if (replaced && replaced !== node) fs.hashRemoveNode(replaced);
      node.name = toName;
    },
    unlink: (parent: FsNode, name: string) => guarded(() => unlinkSync(`${hostPath(parent)}/${name}`)),
    rmdir: (parent: FsNode, name: string) => guarded(() => rmdirSync(`${hostPath(parent)}/${name}`)),
    readdir: (node: FsNode) => ['.', '..', ...guarded(() => readdirSync(hostPath(node)))],
    symlink: refuse(EPERM),
    readlink: refuse(EINVAL),
  };

  const streamOps = {
    open(stream: FsStream): void {
      if (!fs.isFile(stream.node.mode)) return;
      const readOnly = (stream.flags & ACCESS_MODE) === 0;
      stream.osFd = guarded(() => openSync(hostPath(stream.node), readOnly ? 'r' : 'r+'));
      stream.shared.references = 1;
    },
    dup(stream: FsStream): void {
      stream.shared.references = (stream.shared.references ?? 1) + 1;
    },
    close(stream: FsStream): void {
      const { osFd } = stream;
      if (osFd === undefined) return;
      stream.shared.references = (stream.shared.references ?? 1) - 1;
      if (stream.shared.references === 0) guarded(() => closeSync(osFd));
    },
    read: (stream: FsStream, heap: Uint8Array, offset: number, length: number, position: number) =>
      guarded(() => readSync(openFd(stream), heapSlice(heap, offset, length), 0, length, position)),
    write: (stream: FsStream, heap: Uint8Array, offset: number, length: number, position: number) =>
      guarded(() => writeSync(openFd(stream), heapSlice(heap, offset, length), 0, length, position)),
    llseek(stream: FsStream, offset: number, whence: number): number {
      const origin = [0, stream.position, whence === 2 && stream.osFd !== undefined ? fstatSync(stream.osFd).size : 0];
      const position = offset + (origin[whence] ?? 0);
      if (position < 0) throw new fs.ErrnoError(EINVAL);
      return position;
    },
    mmap: refuse(EPERM),
  };

  return {
    mount: (mount: { opts: { root: string } }) => createNode(null, '/', lstatSync(mount.opts.root).mode),
  };
}

function hostPath(node: FsNode): string {
  let path = '';
  let current = node;
  while (current.parent !== current) {
    path = `/${current.name}${path}`;
    current = current.parent;
  }
  return current.mount.opts.root + path;
}

function cachedChild(fs: EmscriptenFs, parent: FsNode, name: string): FsNode | undefined {
  try {
    return fs.lookupNode(parent, name);
  } catch {
    return undefined;
  }
}

function attributesOf(node: FsNode, stats: Stats): object {
  const { dev, mode, nlink, uid, gid, size, atime, mtime, ctime, blocks } = stats;
  return { dev, ino: node.id, mode, nlink, uid, gid, rdev: 0, size, atime, mtime, ctime, blksize: 4096, blocks };
}

function openFd(stream: FsStream): number {
  if (stream.osFd === undefined) throw Object.assign(new Error('not an open file'), { code: 'EBADF' });
  return stream.osFd;
}

/** The heap is shared memory that may have grown, so a view is made for each call. */
function heapSlice(heap: Uint8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(heap.buffer, offset, length);
}
