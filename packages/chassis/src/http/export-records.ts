import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { ExportFormat } from './answer-format.ts';
import { columnsOf, csvHeader, csvRow, recordSchema } from './csv.ts';
import { readBack } from './json-parts.ts';
import type { RequestContext, Route } from './route.ts';

/** Records that are read, and held, at a time: at first no more than on a page, so that the first ones come as soon. */
const CHUNK = 1000;
/** Records that are written at a time. */
const SLICE = 500;

const listFields = z.looseObject({ next_cursor: z.string().nullable().optional() });

/**
 * All records of a list as lines of text, read chunk by chunk, each behind the last record of the one before; or the rows of an
 * answer that is a table. The next chunk is read while one is sent; nothing but these two is ever held.
 */
export async function* exportRecords(
  route: Route,
  input: unknown,
  context: RequestContext,
  format: ExportFormat,
  giveWay: (tookMs: number) => Promise<unknown> = () => nextTurn(),
): AsyncGenerator<string> {
  const { records, table } = route;
  const field = typeof records?.field === 'function' ? records.field(input) : (records?.field ?? '');
  const chunk = typeof records?.chunk === 'function' ? records.chunk(input) : (records?.chunk ?? CHUNK);
  const columns = columnsOf(table ? table.row : recordSchema(route.output, field));
  const write = (some: readonly unknown[]) =>
    some.map((one) => (format === 'csv' ? csvRow(columns, one) : `${JSON.stringify(one)}\n`)).join('');
  const exporting = { signal: context.signal };
  let tookMs = 0;
  const read = async (cursor?: string) => {
    if (cursor !== undefined) await giveWay(tookMs);
    const begun = performance.now();
    const answer = await route.handle(
      records ? chunkInput(input, cursor === undefined ? Math.min(chunk, CHUNK) : chunk, cursor) : input,
      { ...context, exporting },
    );
    const body = readBack(answer.body);
    tookMs = performance.now() - begun;
    if (process.env['NODE_ENV'] === 'test') route.output.parse(body);
    return body;
  };
  let text = format === 'csv' ? csvHeader(columns) : '';
  for (let reading: Promise<unknown> | null = read(); reading; ) {
    const body: unknown = await reading;
    const cursor = records && !Array.isArray(body) ? listFields.parse(body).next_cursor : null;
    reading = cursor ? read(cursor) : null;
    // Whoever reads no further does not wait for it.
    reading?.catch(() => {});
    const rows = table ? table.rows(body) : recordsIn(body, field);
    for (let from = 0; from < Math.max(rows.length, 1); from += SLICE) {
      text += write(rows.slice(from, from + SLICE));
      if (text !== '') yield text;
      text = '';
      context.signal.throwIfAborted();
      // Others' requests are answered between two slices, however many rows a chunk has.
      await nextTurn();
    }
  }
}

/** The same list in larger pages; the input is an object that the route's own schema gave. */
const chunkInput = (input: unknown, size: number, cursor: string | undefined): object => ({
  ...(input as object),
  per_page: size,
  ...(cursor ? { cursor } : {}),
});

function recordsIn(body: unknown, field: string): unknown[] {
  if (field === '') return z.array(z.unknown()).parse(body);
  return z.array(z.unknown()).parse(z.looseObject({}).parse(body)[field] ?? []);
}
