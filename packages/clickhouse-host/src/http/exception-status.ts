/** The HTTP status ClickHouse gives with an error code; 500 for those that are not listed. */
const STATUS_CODES: Record<number, number[]> = {
  400: [6, 26, 27, 36, 38, 41, 42, 43, 44, 53, 62, 69, 70, 72, 117, 130, 131, 190, 271, 386, 456, 552],
  403: [164, 497, 516],
  404: [46, 47, 50, 51, 56, 60, 63, 73, 81, 115],
  408: [159, 160],
  501: [48],
  503: [202, 236, 439],
};

const STATUS_BY_CODE = new Map(
  Object.entries(STATUS_CODES).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)),
);

export function httpStatusOf(code: number): number {
  return STATUS_BY_CODE.get(code) ?? 500;
}
