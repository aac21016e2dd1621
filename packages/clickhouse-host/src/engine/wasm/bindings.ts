import { type EngineBindings, EngineError, type EngineResult, type Reading } from '../bindings.ts';
import type { ChdbModule, Pointer } from './emscripten.ts';

const NEWLINE = 10;

/** The module's C interface as plain functions. Text goes through the heap: the stack of the module holds only 8 MB. */
export function bindModule(module: ChdbModule, path: string): EngineBindings<Pointer> {
  const withTexts = <T>(texts: string[], use: (...pointers: Pointer[]) => T): T => {
    const pointers = texts.map((text) => copyIn(module, text));
    try {
      return use(...pointers);
    } finally {
      for (const pointer of pointers) module._free(pointer);
    }
  };

  const failOnError = (result: Pointer): void => {
    if (!result) throw new EngineError('Code: 1001. DB::Exception: The engine gave no result. (STD_EXCEPTION)');
    const error = Number(module._chdb_wasm_result_error(result));
    if (error) throw new EngineError(module.UTF8ToString(error));
  };

  const takeResult = (result: Pointer): EngineResult => {
    try {
      failOnError(result);
      const start = Number(module._chdb_wasm_result_buffer(result));
      const length = Number(module._chdb_wasm_result_length(result));
      const data = new Uint8Array(start ? length : 0);
      if (start) data.set(new Uint8Array(module.memory.buffer, start, length));
      return {
        data,
        statistics: {
          resultRows: Number(module._chdb_wasm_result_rows_read(result)),
          readRows: Number(module._chdb_wasm_result_scanned_rows(result)),
          readBytes: Number(module._chdb_wasm_result_scanned_bytes(result)),
        },
      };
    } finally {
      if (result) module._chdb_wasm_free_result(result);
    }
  };

  /** Every chunk is a whole document of its format, with its own header. */
  function* chunks(connection: Pointer, { statement, format }: Reading): Generator<EngineResult> {
    const stream = withTexts([statement, format], (statementPointer = 0n, formatPointer = 0n) =>
      module._chdb_wasm_stream_start(connection, statementPointer, formatPointer),
    );
    try {
      failOnError(stream);
      for (;;) {
        const chunk = module._chdb_wasm_stream_fetch(connection, stream);
        if (!chunk) return;
        const result = takeResult(chunk);
        if (result.data.length === 0) return;
        yield result;
      }
    } finally {
      if (stream) {
        module._chdb_wasm_stream_cancel(connection, stream);
        module._chdb_wasm_free_result(stream);
      }
    }
  }

  return {
    connect: () => withTexts([path], (pathPointer = 0n) => module._chdb_wasm_connect(pathPointer)),
    close: (connection) => module._chdb_wasm_close_conn(connection),
    query: async (connection, statement, format) =>
      withTexts([statement, format], (statementPointer = 0n, formatPointer = 0n) =>
        takeResult(module._chdb_wasm_query_conn(connection, statementPointer, formatPointer)),
      ),
    async *rows(connection, reading) {
      let first = true;
      for (const { data, statistics } of chunks(connection, reading)) {
        yield { data: first ? data : withoutLines(data, reading.headerLines), statistics };
        first = false;
      }
    },
  };
}

function withoutLines(data: Uint8Array<ArrayBuffer>, lines: number): Uint8Array<ArrayBuffer> {
  let start = 0;
  for (let line = 0; line < lines; line++) start = data.indexOf(NEWLINE, start) + 1;
  return data.subarray(start);
}

function copyIn(module: ChdbModule, text: string): Pointer {
  const bytes = Buffer.from(`${text}\0`);
  const pointer = Number(module._malloc(BigInt(bytes.length)));
  if (!pointer) throw new EngineError('Code: 241. DB::Exception: No memory for the statement. (MEMORY_LIMIT_EXCEEDED)');
  new Uint8Array(module.memory.buffer, pointer, bytes.length).set(bytes);
  return BigInt(pointer);
}
