import { describe, expect, test } from 'vitest';
import { parseRange, rangeBefore } from './range.ts';

const MONDAY = new Date('2026-11-16T03:00:00Z');

describe('a range', () => {
  test('weeks begin on a Monday and end today; up to four are counted in days', () => {
    expect(parseRange('26w', MONDAY)).toMatchObject({ start: '2026-05-25', end: '2026-11-16', label: '26 weeks' });
    expect(parseRange('4w', MONDAY)).toMatchObject({ start: '2026-10-20', end: '2026-11-16' });
    expect(parseRange('2m', MONDAY)).toMatchObject({ start: '2026-10-01', end: '2026-11-16' });
  });

  test('two dates are taken as they are, and what is no range is the default', () => {
    expect(parseRange('2026-01-01..2026-03-01', MONDAY)).toMatchObject({ start: '2026-01-01', end: '2026-03-01' });
    for (const text of [
      '',
      '0w',
      'soon',
      '2026-03-01..2026-01-01',
      '2026-13-45..2026-14-01',
      '2026-02-30..2026-03-01',
      '0001-01-01..2026-03-01',
    ])
      expect(parseRange(text, MONDAY).start).toBe('2026-05-25');
  });

  test('says what it could not read', () => {
    expect(parseRange('2026-03-01..2026-01-01', MONDAY).misread).toBe('2026-03-01..2026-01-01');
    for (const text of [null, '', '26w', '2026-01-01..2026-03-01'])
      expect(parseRange(text, MONDAY).misread).toBeUndefined();
  });

  test('the range before has the same intervals', () => {
    expect(rangeBefore({ start: '2026-11-10', end: '2026-11-16' })).toEqual({ start: '2026-11-03', end: '2026-11-09' });
    expect(rangeBefore({ start: '2026-05-25', end: '2026-11-16' })).toEqual({ start: '2025-11-24', end: '2026-05-18' });
    expect(rangeBefore({ start: '2024-12-01', end: '2026-03-31' })).toEqual({ start: '2023-08-01', end: '2024-11-30' });
  });
});
