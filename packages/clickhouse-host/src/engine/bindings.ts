import type { ChdbModule, Pointer } from './emscripten.ts';
import type { JobStatistics } from './messages.ts';

export type EngineResult = { data: Uint8Array<ArrayBuffer>; statistics: JobStatistics };

/** An error of the engine, in ClickHouse's own words: `Code: 62. DB::Exception: … (SYNTAX_ERROR)`. */
export class EngineError extends Error {}

/** The engine's C interface as plain functions. Text goes through the heap: the stack of the module holds only 8 MB. */
export function bindEngine(module: ChdbModule) {
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

  return {
    connect: (path: string): Pointer => withTexts([path], (pathPointer = 0n) => module._chdb_wasm_connect(pathPointer)),
    close: (connection: Pointer): void => module._chdb_wasm_close_conn(connection),
    query: (connection: Pointer, statement: string, format: string): EngineResult =>
      withTexts([statement, format], (statementPointer = 0n, formatPointer = 0n) =>
        takeResult(module._chdb_wasm_query_conn(connection, statementPointer, formatPointer)),
      ),
    /** Every chunk is a whole document of its format, with its own header. */
    *stream(connection: Pointer, statement: string, format: string): Generator<EngineResult> {
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
    },
  };
}

export type EngineBindings = ReturnType<typeof bindEngine>;

function copyIn(module: ChdbModule, text: string): Pointer {
  const bytes = Buffer.from(`${text}\0`);
  const pointer = Number(module._malloc(BigInt(bytes.length)));
  if (!pointer) throw new EngineError('Code: 241. DB::Exception: No memory for the statement. (MEMORY_LIMIT_EXCEEDED)');
  new Uint8Array(module.memory.buffer, pointer, bytes.length).set(bytes);
  return BigInt(pointer);
}
