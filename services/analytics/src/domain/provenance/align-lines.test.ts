import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignLines, type PlacedLine, UNMATCHED } from './align-lines.ts';

const place = (texts: readonly string[]): PlacedLine[] => texts.map((text, at) => ({ line: at + 1, text }));
const align = (target: readonly string[], source: readonly string[]) => [...alignLines(place(target), place(source))];

/** Few words, so that most lines stand there several times. */
const word = fc.constantFrom('}', '', '  return None', 'else:', 'x += 1');
const lines = fc.array(
  fc.oneof(
    word,
    fc.nat(400).map((n) => `line ${n}`),
  ),
  { maxLength: 40 },
);

describe('lines are aligned', () => {
  test('where they are unique, and where they stand next to such a line', () => {
    expect(align(['# new', 'def a():', '  return', '}'], ['def a():', '  return', '}'])).toEqual([UNMATCHED, 0, 1, 2]);
  });

  test('not where a bracket could be any bracket', () => {
    expect(align(['}', 'other'], ['def a():', '}'])).toEqual([UNMATCHED, UNMATCHED]);
  });

  test('not out of their order', () => {
    const matched = align(['line b', 'line a'], ['line a', 'line b']).filter((place) => place !== UNMATCHED);
    expect(matched).toHaveLength(1);
  });

  test('all of them where nothing was changed', () => {
    fc.assert(
      fc.property(lines, (texts) => {
        expect(align(texts, texts)).toEqual(texts.map((_, at) => at));
      }),
    );
  });

  test('only with the same text, each once and in order, whatever the two are', () => {
    fc.assert(
      fc.property(lines, lines, (target, source) => {
        const matched = align(target, source).flatMap((place, at) =>
          place === UNMATCHED ? [] : [[at, place] as const],
        );
        for (const [at, place] of matched) expect(source[place]).toBe(target[at]);
        const places = matched.map(([, place]) => place);
        expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
      }),
      { numRuns: 500 },
    );
  });

  test('always where a line that tells is left, however many brackets and blanks come and go around it', () => {
    const edits = fc.array(
      fc.record({ at: fc.nat(40), text: fc.constantFrom('}', '', '{', '});'), drop: fc.boolean() }),
    );
    fc.assert(
      fc.property(lines, edits, (source, changes) => {
        const target: { text: string; from: number }[] = source.map((text, from) => ({ text, from }));
        for (const { at, text, drop } of changes) {
          const where = Math.min(at, target.length);
          if (drop) target.splice(where, 1);
          else target.splice(where, 0, { text, from: UNMATCHED });
        }
        const texts = target.map((line) => line.text);
        const matches = align(texts, source);
        const isUnique = (text: string, all: readonly string[]) => all.indexOf(text) === all.lastIndexOf(text);
        for (const [at, { text, from }] of target.entries()) {
          if (text.startsWith('line ') && isUnique(text, source) && isUnique(text, texts))
            expect(matches[at]).toBe(from);
        }
      }),
      { numRuns: 500 },
    );
  });
});
