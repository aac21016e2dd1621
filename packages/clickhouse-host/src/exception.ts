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
  QUERY_WAS_CANCELLED: 394,
  TOO_MANY_ROWS_OR_BYTES: 396,
  CANNOT_DECOMPRESS: 271,
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

export function engineException(text: string): ClickHouseException {
  const code = Number(/Code: (\d+)/.exec(text)?.[1] ?? 1001);
  return new ClickHouseException(code, text);
}
