import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMeaningful, normaliseLine } from './normalise.ts';

describe('a normalised line', () => {
  it.each([
    ['  return  x;\r', 'return x;'],
    ['foo( a,b )', 'foo(a,b)'],
    ['\tfoo(a, b)', 'foo(a,b)'],
    ['a = b + c', 'a=b+c'],
    ['', ''],
    ['x', 'x'],
  ])('of %j is %j', (text, normal) => {
    expect(normaliseLine(text)).toBe(normal);
  });

  it('is the same however the line is spaced, and normal already', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'bc', '(', ')', '=', '"', '1', 'é')),
        fc.array(fc.constantFrom(' ', '  ', '\t')),
        (words, gaps) => {
          const spaced = words.map((word, index) => word + (gaps[index] ?? ' ')).join('');
          expect(normaliseLine(` ${spaced}\r`)).toBe(normaliseLine(words.join(' ')));
          expect(normaliseLine(normaliseLine(spaced))).toBe(normaliseLine(spaced));
        },
      ),
    );
  });

  it('keeps every character that is not white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bare = (line: string) => line.replace(/[\s\uFEFF]/g, '');
        expect(bare(normaliseLine(text))).toBe(bare(text));
      }),
    );
  });
});

describe('a meaningful line', () => {
  it.each([
    ['const total = sum(items);', 'JavaScript', true],
    ['return compute(x);', 'Go', true],
    ['}', 'JavaScript', false],
    ['else {', 'JavaScript', false],
    ['// total', 'JavaScript', false],
    ['', 'JavaScript', false],
    ['i++;', 'C', false],
    ["import x from 'x';", 'JavaScript', false],
    ["const x = require('x');", 'JavaScript', false],
    ['from a import b', 'Python', false],
    ['#include <stdio.h>', 'C', false],
    ['using System.Text;', 'C#', false],
    ['importantThing();', 'JavaScript', true],
  ])('%j of %s: %s', (text, language, meaningful) => {
    expect(isMeaningful(text, language)).toBe(meaningful);
  });
});
