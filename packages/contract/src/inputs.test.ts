import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  booleanInput,
  dateInput,
  dateTimeInput,
  dayOfTimeInput,
  decimalInput,
  integerInput,
  shaInput,
  stringArrayInput,
  stringInput,
  textInput,
} from './inputs.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
};

describe('a text', () => {
  test('with half a surrogate pair becomes text that every store can hold', () => {
    expect(accepts(stringInput(), 'a\ud800b')).toBe('a\ufffdb');
    expect(accepts(textInput(), ' \udc00 ')).toBe(' \ufffd ');
    expect(accepts(stringArrayInput(), ['\ud800'])).toEqual(['\ufffd']);
  });

  test('with a NUL is refused', () => {
    expect(accepts(stringInput(), 'a\0')).toBeUndefined();
  });
});

describe('a list', () => {
  test('may be an array or comma-delimited; blanks and repeats are dropped', () => {
    expect(accepts(stringArrayInput(), 'a, b,,a')).toEqual(['a', 'b']);
    expect(accepts(stringArrayInput(), ['a', ' ', 'b'])).toEqual(['a', 'b']);
    expect(accepts(stringArrayInput(), { a: 1 })).toBeUndefined();
  });
});

describe('a number, a flag, a hash', () => {
  test('is read from text or JSON, and nothing else', () => {
    expect(accepts(integerInput({ min: 1 }), '7')).toBe(7);
    for (const wrong of ['0', '1.5', '1e3', '', 'NaN', '99999999999999999', null, []])
      expect(accepts(integerInput({ min: 1 }), wrong)).toBeUndefined();
    expect([accepts(booleanInput, 'TRUE'), accepts(booleanInput, false), accepts(booleanInput, '1')]).toEqual([
      true,
      false,
      undefined,
    ]);
    for (const [text, number] of [
      ['0.30000000000000004', 0.30000000000000004],
      [1e-7, 1e-7],
      ['.5', 0.5],
      ['2.', 2],
    ])
      expect(accepts(decimalInput(), text)).toBe(number);
    for (const wrong of ['', '.', '1e', '0x1', 'NaN', '1e999', '1,5'])
      expect(accepts(decimalInput(), wrong)).toBeUndefined();
    expect(accepts(shaInput, 'A'.repeat(40))).toBe('a'.repeat(40));
    expect(accepts(shaInput, 'a'.repeat(39))).toBeUndefined();
  });
});

describe('a time', () => {
  test('is read in every form the contract names', () => {
    const expected = new Date('2026-10-08T14:05:00Z');
    const forms = [
      '2026-10-08T14:05:00Z',
      '2026-10-08 14:05',
      '2026-10-08 14:05:00 UTC',
      '2026-10-08T16:05:00+02:00',
      'Thu, 08 Oct 2026 14:05:00 +0000',
      '2026-10-08T14:05Z',
      '20261008T140500Z',
      '20261008T1605+0200',
    ];
    for (const form of forms) expect(accepts(dateTimeInput(), form)).toEqual(expected);
    expect(accepts(dateTimeInput({ epochSeconds: true }), 1791468300)).toEqual(new Date(1791468300 * 1000));
    expect(accepts(dateTimeInput({ epochSeconds: true }), '20261008')).toEqual(new Date('2026-10-08'));
    expect(accepts(dateTimeInput({ epochSeconds: true }), '20261308')).toEqual(new Date(20261308 * 1000));
    expect(accepts(dateTimeInput(), '1791468300')).toBeUndefined();
    expect(accepts(dayOfTimeInput, '2026-10-08T23:05:00-02:00')).toBe('2026-10-09');
    expect(accepts(dateInput, '2026-10-08T23:05:00Z')).toBeUndefined();
  });

  test('that does not exist is refused, never rolled over', () => {
    for (const wrong of [
      '2026-02-30',
      '2026-13-01',
      '2026-10-08T25:00:00Z',
      '2026-10-08T10:60Z',
      'yesterday',
      '9999-01-01',
    ])
      expect(accepts(dateTimeInput(), wrong)).toBeUndefined();
    expect(accepts(dateInput, '2028-02-29')).toBe('2028-02-29');
    expect(accepts(dateInput, '2027-02-29')).toBeUndefined();
    const said = (text: string) => dateInput.safeParse(text).error?.issues[0]?.message;
    expect(said('1900-01-01')).toBe('must be a day from 1970-01-01 to 2199-12-31');
    expect(said('2200-01-01')).toBe('must be a day from 1970-01-01 to 2199-12-31');
    expect(said('1900-02-30')).toBe('must be a day that exists, as YYYY-MM-DD');
  });

  test('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        (value) =>
          void [dateTimeInput(), dateInput, stringInput(), integerInput()].map((schema) => schema.safeParse(value)),
      ),
    );
  });
});
