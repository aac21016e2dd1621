/** WASI error numbers, which are not those of Linux. */
export const ERRNO: Record<string, number> = {
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
  ENOTTY: 59,
  EPERM: 63,
  EROFS: 69,
  EXDEV: 75,
};

/** Fails like the calls of `node:fs` do. */
export function fail(code: keyof typeof ERRNO): never {
  throw Object.assign(new Error(code), { code });
}

export function errnoOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ERRNO[code] ?? ERRNO['EIO'] ?? 29;
}
