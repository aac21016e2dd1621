import { expect, test } from 'vitest';
import { readForm } from './read-body.ts';

test('repeated names and names with [] are lists, and escapes are read in names and values', () => {
  expect([...readForm('a=1&a=2&b%5B%5D=x+y&b%5B%5D=%C3%BC&b[]=1%2B1&=z&c&d%2B=1&')]).toEqual([
    ['a', ['1', '2']],
    ['b', ['x y', 'ü', '1+1']],
    ['', 'z'],
    ['c', ''],
    ['d+', '1'],
  ]);
});

test.each(['a=%', 'a=%ff', '%zz=1'])('400: %s is a broken escape, not a guess', (text) => {
  expect(() => readForm(text)).toThrow(`${text.startsWith('a') ? 'a' : 'request'} holds a percent-escape`);
});
