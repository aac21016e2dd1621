/** ClickHouse's error codes that the host itself raises. */
const CODES = {
  BAD_ARGUMENTS: 36,
  SYNTAX_ERROR: 62,
  NOT_IMPLEMENTED: 48,
  UNKNOWN_FORMAT: 73,
  UNKNOWN_SETTING: 115,
  TIMEOUT_EXCEEDED: 159,
  READONLY: 164,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  ABORTED: 236,
  MEMORY_LIMIT_EXCEEDED: 241,
  QUERY_WAS_CANCELLED: 394,
  TOO_MANY_ROWS_OR_BYTES: 396,
  CANNOT_DECOMPRESS: 271,
  ACCESS_DENIED: 497,
  AUTHENTICATION_FAILED: 516,
  QUERY_IS_TOO_LARGE: 552,
} as const;

/** An error as ClickHouse says it. */
export class ClickHouseException extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function exception(type: keyof typeof CODES, sentence: string): ClickHouseException {
  return new ClickHouseException(CODES[type], `Code: ${CODES[type]}. DB::Exception: ${sentence} (${type})`);
}

/** The allocator had nothing left, as the engine says it: another code than that of a statement's own limit. */
const OUT_OF_HEAP = /\(CANNOT_ALLOCATE_MEMORY\)|std::bad_alloc/;

export function isOutOfHeap(text: string): boolean {
  return OUT_OF_HEAP.test(text);
}

export function engineException(text: string): ClickHouseException {
  if (isOutOfHeap(text)) {
    const what = /Cannot (?:malloc|realloc|mmap)[^:]*/.exec(text)?.[0] ?? 'Cannot allocate';
    return exception(
      'MEMORY_LIMIT_EXCEEDED',
      `The engine has no memory left for this statement in its 2 GiB: ${what}.`,
    );
  }
  const code = Number(/Code: (\d+)/.exec(text)?.[1] ?? 1001);
  return new ClickHouseException(code, text);
}
