import { randomInt } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
import { eventually } from '@linescope/test-kit/eventually';
import { testService } from '@linescope/test-kit/test-service';
import { parse } from 'csv-parse/sync';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serviceSettings } from '../config/settings.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { defineService } from '../service/run-service.ts';
import { defineRoute, ok } from './route.ts';
import { serveRoutes } from './serve-routes.ts';
import { WrittenList } from './written-list.ts';

interface Thing {
  id: number;
  name: string;
  owner: { name: string; age: number } | null;
  tags: string[];
}

const things: Thing[] = Array.from({ length: 2500 }, (_, index) => ({
  id: index + 1,
  name: index === 0 ? '=1+1' : index === 1 ? 'says "hello", then\nleaves' : `thing ${index + 1}`,
  owner: index % 2 === 0 ? { name: '-Ann', age: -3 } : null,
  tags: ['a', 'b'],
}));
/** As a data frame takes a column: nothing is null, and a number a number. */
const numberOf = (text: string) => (text === '' ? null : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
/** Some megabytes, which are sent in parts. */
const longTexts = Array.from({ length: 5000 }, (_, index) => `${index} ü `.repeat(60));
/** Buffers that an answer was written in and that are free for another. */
const writtenIn: Buffer[] = [];
let written = 0;
let failsAfter = Number.POSITIVE_INFINITY;

/** A list, as every service has them. */
const listing = defineService({
  name: 'things',
  config: z.object(serviceSettings),
  async start(runtime) {
    const postgres = await openPostgres(runtime);
    const listAt = (path: string) =>
      defineRoute({
        method: 'GET',
        path,
        action: 'action_thing_list',
        summary: 'List things',
        role: 'member',
        input: z.object({
          ...pagedInput,
          name: stringInput().optional(),
          names: stringArrayInput({ maxItems: 3000, maxLength: 20_000 }).optional(),
        }),
        records: { field: 'things' },
        output: z.object({
          ...envelopeShape,
          ...pageShape,
          things: z.array(
            z.object({
              id: z.number(),
              name: z.string(),
              owner: z.object({ name: z.string(), age: z.number() }).nullable(),
              tags: z.array(z.string()),
            }),
          ),
        }),
        async handle(given) {
          const names = given.names ?? [given.name ?? ''];
          const wanted = things.filter((thing) => names.some((name) => thing.name.includes(name)));
          const { items, fields } = slicePage(wanted, given, (thing) => [thing.id]);
          if (items.some((thing) => thing.id > failsAfter)) throw new Error('the store is away');
          return ok(success('action_thing_list', 'Found.', { ...fields, things: items }));
        },
      });
    const longRoute = defineRoute({
      method: 'GET',
      path: '/long_things',
      action: 'action_long_thing_list',
      summary: 'List long things',
      role: 'member',
      input: z.object({}),
      output: z.object({ ...envelopeShape, texts: z.array(z.string()) }),
      handle: async () => ok(success('action_long_thing_list', 'Found.', { texts: longTexts })),
    });
    const writtenRoute = defineRoute({
      method: 'GET',
      path: '/written_things',
      action: 'action_written_thing_list',
      summary: 'List written things',
      role: 'member',
      input: z.object({}),
      output: z.object({ ...envelopeShape, texts: z.array(z.string()) }),
      handle: async () => {
        const bytes = writtenIn.pop() ?? Buffer.alloc(70_000);
        written += 1;
        bytes.fill(0x20);
        bytes.write(`["${'x'.repeat(60_000)}${written}"]`);
        const texts = new WrittenList(1, [bytes], () => writtenIn.push(bytes));
        return ok(success('action_written_thing_list', 'Found.', { texts }));
      },
    });
    const { port } = await serveRoutes(runtime, {
      routes: [listAt('/things'), listAt('/other_things'), longRoute, writtenRoute],
      postgres,
      claimIdempotencyKey: async () => true,
    });
    return { httpPort: port };
  },
});

const service = await testService(listing);
const idOf = (thing: Thing) => thing.id;
const list = (query: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/things?${query}`, { headers });

test('pages carry their counts and a cursor that goes on with the same filter', async () => {
  const first = await list('per_page=2&name=thing');
  expect(first.body).toMatchObject({ page: 1, per_page: 2, page_count: 1249, total_count: 2498 });
  expect(first.body.things.map((thing: Thing) => thing.id)).toEqual([3, 4]);
  const next = await list(`per_page=3&cursor=${first.body.next_cursor}`);
  expect(next.body.things.map((thing: Thing) => thing.id)).toEqual([5, 6, 7]);
  expect(next.body.total_count).toBe(2498);
  expect((await list('per_page=1000&page=3')).body.next_cursor).toBeNull();
  expect((await list('cursor=nonsense')).body.errors[0].param).toBe('cursor');
});

test('a cursor is the list it was given for, with the filters of that, and a clear 400 elsewhere', async () => {
  const { next_cursor: cursor } = (await list('per_page=2&name=thing')).body;
  const ids = async (query: string) => (await list(`per_page=2&cursor=${cursor}${query}`)).body.things?.map(idOf);
  expect(await ids('')).toEqual([5, 6]);
  expect(await ids('&name=thing&whatever=1')).toEqual([5, 6]);
  expect(await ids('&name=hello')).toEqual([5, 6]);
  const old = Buffer.from(JSON.stringify({ f: [], c: 'WzIsWzEsMl1d' })).toString('base64url');
  for (const query of [`cursor=${old}`, 'cursor=WzEsWzEuNV1d', `cursor=${cursor}&cursor=1`]) {
    const { status, body } = await list(query);
    expect([query, status, body.errors[0].param]).toEqual([query, 400, 'cursor']);
  }
  const elsewhere = await service.call('GET', `/other_things?cursor=${cursor}`);
  expect([elsewhere.status, elsewhere.body.errors[0].param]).toEqual([400, 'cursor']);
});

test('400: a cursor that unpacks to more than any that was given', async () => {
  const filters = [['names', `thing${','.repeat(2_000_000)}`]];
  const bomb = deflateRawSync(JSON.stringify(['/things', filters, '[4]'])).toString('base64url');
  expect((await list(`cursor=${bomb}`)).body.errors?.[0].param).toBe('cursor');
});

const random = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x61 + randomInt(26) - 32 * randomInt(2))).join('');

test.each([
  ['words', 'thing,'.repeat(1100)],
  ['random letters', `thing,${random(6994)}`],
  ['what is written in more characters than it has', `thing,${'"'.repeat(2300)}`],
])('a cursor with filters of seven thousand characters can be sent back: %s', async (_what, names) => {
  const query = `per_page=2&names=${encodeURIComponent(names)}`;
  const first = await list(query);
  expect(first.body.next_cursor.length).toBeLessThan(8000);
  expect((await list(`per_page=2&cursor=${first.body.next_cursor}`)).body.things.map(idOf)).toEqual([5, 6]);
});

test('filters that are too long for a cursor are given again with it', async () => {
  const query = `per_page=2&names=thing,${random(12_000)}`;
  const cursor = (await list(query)).body.next_cursor;
  expect(cursor.length).toBeLessThan(200);
  expect((await list(`${query}&cursor=${cursor}`)).body.things.map(idOf)).toEqual([5, 6]);
  expect((await list(`cursor=${cursor}`)).body.errors[0].param).toBe('cursor');
});

test('CSV has every record once, in rows that a spreadsheet reads as text', async () => {
  const { status, headers, body } = await list('format=csv');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const text: string = body;
  expect(text.slice(0, text.indexOf('\r\n'))).toBe('id,name,owner.name,owner.age,tags');
  expect(text).toContain(`\r\n1,'=1+1,'-Ann,-3,a; b\r\n2,"says ""hello"", then\nleaves",,,a; b\r\n`);
  expect(text.match(/\r\n/g)).toHaveLength(2501);
});

test('two parsers of the field read the same records from CSV, with numbers as numbers and quotes and breaks kept', async () => {
  const { body } = await list('format=csv');
  const inSheet = Papa.parse<Record<string, unknown>>(body, {
    header: true,
    dynamicTyping: true,
    skipEmptyLines: true,
  });
  const inFrame: Record<string, unknown>[] = parse(body, { columns: true, cast: (value) => numberOf(value) });
  expect(inSheet.errors).toEqual([]);
  expect(inSheet.data.map((row) => row['id'])).toEqual(things.map((thing) => thing.id));
  expect(inSheet.data).toEqual(inFrame);
  expect(inFrame[1]).toEqual({
    id: 2,
    name: 'says "hello", then\nleaves',
    'owner.name': null,
    'owner.age': null,
    tags: 'a; b',
  });
  expect(inFrame[0]).toMatchObject({ 'owner.age': -3 });
});

test('NDJSON by Accept has a line a record; what takes anything gets JSON', async () => {
  const { headers, body } = await list('name=hello', { accept: 'application/x-ndjson' });
  expect(headers.get('content-type')).toContain('application/x-ndjson');
  expect(body).toBe(`${JSON.stringify(things[1])}\n`);
  expect((await list('name=hello', { accept: 'text/csv;q=0.5, */*' })).body.total_count).toBe(1);
});

test('400: a page of an export, and a form that there is not', async () => {
  expect((await list('format=csv&page=1')).body.errors[0].param).toBe('page');
  expect((await list('page=2', { accept: 'text/csv' })).status).toBe(400);
  expect((await list('format=xml')).body.errors[0].param).toBe('format');
});

test('an export that fails at its start is a failure, and later ends the connection', async () => {
  failsAfter = 0;
  expect((await list('format=csv')).status).toBe(500);
  failsAfter = 1500;
  await expect(list('format=csv')).rejects.toThrow();
  failsAfter = Number.POSITIVE_INFINITY;
});

test('304: an answer that the client has already is not sent again', async () => {
  const first = await list('per_page=5');
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\/".+"$/);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('vary')).toBe('Accept, Accept-Encoding');
  const again = await list('per_page=5', { 'if-none-match': `"other", ${tag}` });
  expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
  expect((await list('per_page=6', { 'if-none-match': tag })).status).toBe(200);
});

test.each(['gzip', 'br', 'zstd'])('%s is sent to whoever takes it, for a page and for an export', async (encoding) => {
  for (const query of ['per_page=500', 'format=ndjson']) {
    const answer = await list(query, { 'accept-encoding': `${encoding}, identity;q=0.1` });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
  }
  expect((await list('per_page=1', { 'accept-encoding': encoding })).headers.get('content-encoding')).toBeNull();
  const refused = await list('per_page=500', { 'accept-encoding': `${encoding};q=0` });
  expect(refused.headers.get('content-encoding')).toBeNull();
});

test.each(['gzip', 'br', 'zstd', 'identity'])(
  'a long answer arrives whole as %s, and is known again',
  async (encoding) => {
    const answer = await service.call('GET', '/long_things', { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(answer.body.texts).toEqual(longTexts);
    const tag = answer.headers.get('etag') ?? '';
    const again = await service.call('GET', '/long_things', {
      headers: { 'accept-encoding': encoding, 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
  },
);

test.each(['gzip', 'br', 'zstd', 'identity'])(
  'what an answer was written in is written in again only when it has been sent, as %s',
  async (encoding) => {
    const ask = async () => {
      const { body } = await service.call('GET', '/written_things', { headers: { 'accept-encoding': encoding } });
      return Number(body.texts[0].replaceAll('x', ''));
    };
    const before = written;
    const together = await Promise.all(Array.from({ length: 20 }, ask));
    expect(together.toSorted((one, other) => one - other)).toEqual(together.map((_, index) => before + index + 1));
    await eventually(() => writtenIn.length > 0);
    const free = writtenIn.length;
    for (let turn = 1; turn <= 5; turn++) {
      expect(await ask()).toBe(before + 20 + turn);
      await eventually(() => writtenIn.length === free);
    }
  },
);
