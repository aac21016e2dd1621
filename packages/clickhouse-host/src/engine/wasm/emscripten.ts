import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as workerThreads from 'node:worker_threads';
import { type HostFiles, serveHostFiles, shareHostFiles } from './host-files.ts';
import { type WasmImports, type WasmInstance, type WasmMemory, type WasmModule, webAssembly } from './web-assembly.ts';

/** Pointers are BigInt: the module is Memory64. */
export type Pointer = bigint;

/** The engine with its memory, which grows: a view taken before another thread grew it ends too early. */
export type ChdbModule = EmscriptenModule & { readonly memory: WasmMemory };

/** The part of the Emscripten module of chdb-wasm that the host touches. */
type EmscriptenModule = {
  /** The engine's file system in memory, for what is not under the mount. */
  FS: { writeFile(path: string, text: string): void };
  UTF8ToString(pointer: number): string;
  _malloc(size: bigint): Pointer | number;
  _free(pointer: Pointer): void;
  _chdb_wasm_cancel_flag_addr(): Pointer;
  _chdb_wasm_connect(path: Pointer): Pointer;
  _chdb_wasm_close_conn(connection: Pointer): void;
  _chdb_wasm_query_conn(connection: Pointer, statement: Pointer, format: Pointer): Pointer;
  _chdb_wasm_stream_start(connection: Pointer, statement: Pointer, format: Pointer): Pointer;
  _chdb_wasm_stream_fetch(connection: Pointer, stream: Pointer): Pointer;
  _chdb_wasm_stream_cancel(connection: Pointer, stream: Pointer): void;
  _chdb_wasm_result_error(result: Pointer): Pointer;
  _chdb_wasm_result_buffer(result: Pointer): Pointer;
  _chdb_wasm_result_length(result: Pointer): Pointer;
  _chdb_wasm_result_rows_read(result: Pointer): Pointer;
  _chdb_wasm_result_scanned_rows(result: Pointer): Pointer;
  _chdb_wasm_result_scanned_bytes(result: Pointer): Pointer;
  _chdb_wasm_free_result(result: Pointer): void;
};

export type ModuleHooks = {
  print(line: string): void;
  printErr(line: string): void;
  onAbort(reason: unknown): void;
};

type ModuleOptions = ModuleHooks & {
  mainScriptUrlOrBlob: string;
  instantiateWasm(imports: WasmImports, receive: (instance: WasmInstance, module: WasmModule) => void): void;
};

/** The threaded bundle: the single-threaded one aborts. */
export const CHDB_MODULE = new URL('./chdb.mjs', import.meta.resolve('chdb-wasm'));

export async function loadChdbModule(files: HostFiles, hooks: ModuleHooks): Promise<ChdbModule> {
  shareHostFiles(files);
  leaveFilesOpen();
  const wasm = await webAssembly.compile(await readFile(new URL('./chdb.wasm', CHDB_MODULE)));
  const createModule = await importFactory();
  return new Promise((resolve, reject) => {
    let memory: WasmMemory;
    createModule({
      ...hooks,
      mainScriptUrlOrBlob: fileURLToPath(new URL('./engine-thread.ts', import.meta.url)),
      instantiateWasm(imports, receive) {
        memory = serveHostFiles(imports, files);
        webAssembly.instantiate(wasm, imports).then((instance) => receive(instance, wasm), reject);
      },
    }).then((module) => resolve(Object.assign(module, { memory })), reject);
  });
}

/** A thread of Node watches over the files it opened itself; the engine's threads use, and close, each other's. */
function leaveFilesOpen(): void {
  const threads: typeof workerThreads = createRequire(import.meta.url)('node:worker_threads');
  threads.Worker = class extends workerThreads.Worker {
    constructor(script: string | URL, options?: workerThreads.WorkerOptions) {
      super(script, { ...options, trackUnmanagedFds: false });
    }
  };
}

/** The package publishes no types for its module, hence the cast. */
async function importFactory(): Promise<(options: ModuleOptions) => Promise<EmscriptenModule>> {
  const loaded = (await import(CHDB_MODULE.href)) as { default: (options: ModuleOptions) => Promise<EmscriptenModule> };
  return loaded.default;
}
