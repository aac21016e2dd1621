import { expect, test } from 'vitest';
import { jsonParts } from './json-parts.ts';
import { WrittenFields } from './written-fields.ts';
import { WrittenList } from './written-list.ts';

const written = (...parts: string[]) =>
  new WrittenList(
    parts.length,
    parts.map((part) => Buffer.from(part)),
  );
const LONG = 'a "quoted" ü text '.repeat(2_000);

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'text'],
  ['an empty object', {}],
  ['only undefined fields', { a: undefined, f: () => 1 }],
  [
    'fields of every kind',
    { a: 1, b: null, c: 'x', d: undefined, e: { f: [1, undefined, null] }, g: [], h: [undefined], 'ü"': true },
  ],
  ['an empty list', []],
  ['a list', [1, 'two', null, undefined, { a: undefined, b: [2] }, new Date(0)]],
  ['a date', { at: new Date(0), list: [new Date(1)] }],
  ['an object that says what it is', { toJSON: () => ({ told: true }) }],
  ['small records', { records: Array.from({ length: 5_000 }, (_, id) => ({ id, name: `n${id}` })), after: 1 }],
  ['large records', { records: Array.from({ length: 40 }, (_, id) => ({ id, html: LONG })), next_cursor: null }],
  ['records that were written', { a: 1, records: written('[{"id":1}', ',{"id":2}]'), after: null }],
  ['no records that were written', { records: written('[]') }],
  ['fields that were written', { a: 1, fields: new WrittenFields(['"b":[1]', '"ü":null']), after: null }],
  ['no fields that were written', { fields: new WrittenFields([]) }],
  ['records that grow', Array.from({ length: 300 }, (_, id) => 'x'.repeat(id * 20))],
])('%s is written as JSON is', async (_what, body) => {
  expect(Buffer.concat(await jsonParts(body)).toString()).toBe(JSON.stringify(body) ?? '');
});

test('a large list is written in parts, between which others are answered', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const given: Buffer[] = [];
  const parts = await jsonParts({ records: Array.from({ length: 60 }, () => LONG) }, (part) => given.push(part));
  clearImmediate(next);
  expect(given).toEqual(parts);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(Buffer.concat(parts).length / (256 * 1024)));
});
