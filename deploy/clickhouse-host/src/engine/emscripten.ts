/** The part of the Emscripten module of chdb-wasm that the host touches. Pointers are BigInt: the module is Memory64. */
export type Pointer = bigint;

export type FsNode = {
  id: number;
  name: string;
  mode: number;
  parent: FsNode;
  mount: { opts: { root: string } };
  node_ops: object;
  stream_ops: object;
};

export type FsStream = {
  node: FsNode;
  flags: number;
  position: number;
  shared: { references?: number };
  osFd?: number;
};

export type EmscriptenFs = {
  ErrnoError: new (errno: number) => Error;
  createNode(parent: FsNode | null, name: string, mode: number): FsNode;
  lookupNode(parent: FsNode, name: string): FsNode;
  hashRemoveNode(node: FsNode): void;
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  mkdir(path: string): void;
  mount(type: object, opts: { root: string }, mountPoint: string): void;
  unlink(path: string): void;
};

export type ChdbModule = {
  HEAPU8: Uint8Array<SharedArrayBuffer>;
  FS: EmscriptenFs;
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

/** Loads the threaded bundle (the single-threaded one aborts). The package publishes no types for it, hence the one cast. */
export async function loadChdbModule(hooks: ModuleHooks): Promise<ChdbModule> {
  const url = new URL('./chdb.mjs', import.meta.resolve('chdb-wasm'));
  const loaded = (await import(url.href)) as { default: (options: ModuleHooks) => Promise<ChdbModule> };
  return loaded.default(hooks);
}
