import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

test('quotes, commas and line ends inside a field are kept', () => {
  expect(readCsv('\uFEFFkey,text\r\nA,"one, ""two""\nthree"\r\n\r\nB,\n')).toEqual([
    { key: 'A', text: 'one, "two"\nthree' },
    { key: 'B', text: '' },
  ]);
});

test('a row with too many fields, and a quote that never ends, are told', () => {
  expect(() => readCsv('a\n1,2\n')).toThrow('Line 2');
  expect(() => readCsv('a\n"1\n')).toThrow('quoted');
});

test('whatever is written as CSV is read back', () => {
  const field = fc.string({ minLength: 1 }).map((text) => text.replaceAll('\r', ''));
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field)), (rows) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = ['a,b', ...rows.map((row) => row.map(quote).join(','))].join('\n');
      expect(readCsv(text)).toEqual(rows.filter(([a, b]) => a !== '' || b !== '').map(([a, b]) => ({ a, b })));
    }),
  );
});
