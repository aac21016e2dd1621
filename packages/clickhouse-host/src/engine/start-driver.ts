import type { Log } from '../log.ts';
import type { DriverEvents, EngineDriver, EngineName } from './driver.ts';
import { startNativeDriver } from './native/driver.ts';
import { isLibraryInstalled, LibraryUnusable } from './native/library.ts';
import type { NativeData } from './native/messages.ts';
import { startWasmDriver } from './wasm/driver.ts';

/** The native engine where it is installed and loads, WebAssembly elsewhere; or the one that is asked for. */
export async function startDriver(
  asked: EngineName | undefined,
  data: NativeData,
  events: DriverEvents,
  log: Log,
): Promise<EngineDriver> {
  if (asked === 'wasm' || (asked === undefined && !isLibraryInstalled())) return startWasmDriver(data, events);
  try {
    return await startNativeDriver(data, events);
  } catch (error) {
    if (!(error instanceof LibraryUnusable)) throw error;
    if (asked === 'native') throw new Error(`the native engine cannot be loaded: ${error.message}`);
    log('warn', 'the native engine cannot be loaded; WebAssembly takes its place', { reason: error.message });
    return startWasmDriver(data, events);
  }
}
