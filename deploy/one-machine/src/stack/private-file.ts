import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, whole or not at all. */
export function writePrivateJson(path: string, value: unknown): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** Undefined if there is no such file, or it was left half-written. */
export function readJson(path: string): unknown {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text === '' ? undefined : JSON.parse(text);
}
