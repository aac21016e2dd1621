/** WebAssembly as far as it is used here: Node has it, the types of Node do not. */
export type WasmModule = { readonly wasmModule: unique symbol };
export type WasmInstance = { readonly exports: object };
export type WasmMemory = { readonly buffer: SharedArrayBuffer };
export type WasmImports = Record<string, Record<string, unknown>>;

type WebAssemblyApi = {
  Memory: new () => WasmMemory;
  Instance: new (module: WasmModule, imports: WasmImports) => WasmInstance;
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(module: WasmModule, imports: WasmImports): Promise<WasmInstance>;
};

export const webAssembly: WebAssemblyApi = Reflect.get(globalThis, 'WebAssembly');
