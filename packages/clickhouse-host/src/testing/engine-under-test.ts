import { readConfig } from '../config.ts';
import type { EngineName } from '../engine/driver.ts';
import { isLibraryInstalled } from '../engine/native/library.ts';

/** The engine that CLICKHOUSE_HOST_ENGINE names, else the one that this machine would take. */
export function engineUnderTest(): EngineName {
  const { engine } = readConfig({ ...process.env, CLICKHOUSE_HOST_DATA_DIR: '.' });
  return engine ?? (isLibraryInstalled() ? 'native' : 'wasm');
}
