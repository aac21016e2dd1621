/** What each further thread of the engine starts with: its calls on files are answered here, then the engine takes over. */
import { flushCompileCache } from 'node:module';
import { CHDB_MODULE } from './emscripten.ts';
import { serveHostFiles, sharedHostFiles } from './host-files.ts';
import { type WasmImports, type WasmModule, webAssembly } from './web-assembly.ts';

const files = sharedHostFiles();
const { Instance } = webAssembly;

webAssembly.Instance = class extends Instance {
  constructor(module: WasmModule, imports: WasmImports) {
    serveHostFiles(imports, files);
    super(module, imports);
  }
};

await import(CHDB_MODULE.href);
// These threads never end in an orderly way, which is when it would be written.
flushCompileCache();
