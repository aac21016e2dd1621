import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** Reads JSON files of one shape, each only once until it changes on disk. */
export function readerOf<T extends z.ZodType>(
  schema: T,
  absent: (path: string) => unknown,
): (path: string) => z.output<T> {
  const known = new Map<string, { version: string; value: z.output<T> }>();
  return (path) => {
    const version = versionOf(path);
    const before = known.get(path);
    if (before?.version === version) return before.value;
    const value = schema.parse(version === 'absent' ? absent(path) : JSON.parse(readFileSync(path, 'utf8')));
    known.set(path, { version, value });
    return value;
  };
}

function versionOf(path: string): string {
  if (!existsSync(path)) return 'absent';
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  return `${mtimeNs}-${size}-${ino}`;
}

/** Replaces the file whole, so that a reader never sees half of it. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(value));
  renameSync(`${path}.new`, path);
}
