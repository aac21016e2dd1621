/** How many lines of header a format repeats in each chunk. Formats that are missing come from the engine in one piece. */
const HEADER_LINES: Record<string, number> = {
  CSV: 0,
  CustomSeparated: 0,
  JSONCompactEachRow: 0,
  JSONCompactEachRowWithNames: 1,
  JSONCompactEachRowWithNamesAndTypes: 2,
  JSONCompactStringsEachRow: 0,
  JSONCompactStringsEachRowWithNames: 1,
  JSONCompactStringsEachRowWithNamesAndTypes: 2,
  JSONEachRow: 0,
  JSONLines: 0,
  JSONStringsEachRow: 0,
  NDJSON: 0,
  RowBinary: 0,
  TSV: 0,
  TSVRaw: 0,
  TSVWithNames: 1,
  TSVWithNamesAndTypes: 2,
  TabSeparated: 0,
  TabSeparatedRaw: 0,
  TabSeparatedWithNames: 1,
  TabSeparatedWithNamesAndTypes: 2,
};

export function headerLinesOf(format: string): number | undefined {
  return HEADER_LINES[format];
}

export function contentTypeOf(format: string): string {
  if (/^(JSON|NDJSON)/.test(format)) {
    return /(EachRow|Lines|NDJSON)/.test(format)
      ? 'application/x-ndjson; charset=UTF-8'
      : 'application/json; charset=UTF-8';
  }
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8';
  if (/^(TSV|TabSeparated)/.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  if (/^(Parquet|ORC|Arrow|Native|RowBinary|Avro)/.test(format)) return 'application/octet-stream';
  return 'text/plain; charset=UTF-8';
}
