import type { randomFrom } from '@linescope/git-engine/referee/random-history';

export type Random = ReturnType<typeof randomFrom>;
type Schema = Record<string, unknown>;

export const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0];

/** What no parameter expects: boundaries, other types, text that other layers give a meaning. */
const HOSTILE: readonly [unknown, ...unknown[]] = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  '9007199254740993',
  '18446744073709551616',
  'null',
  'true',
  '\u0000',
  '%00',
  '%ff',
  '..',
  '../../etc/passwd',
  "' OR 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  'ﷺ'.repeat(50),
  '\ud800',
  'a\u202eb',
  'İ',
  '🙂'.repeat(100),
  'x'.repeat(5000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-10-08T25:61:00Z',
  '-271821-04-20',
  'a\r\nSet-Cookie: x=y',
  [],
  ['a', 'b'],
  [[['deep']]],
  {},
  { a: { b: { c: {} } } },
  0,
  -1,
  2 ** 53,
  0.1,
  true,
  null,
];

export const hostileValue = (random: Random): unknown => pick(random, HOSTILE);

/** A value as the schema has it. */
export function likelyValue(random: Random, schema: Schema, depth = 0): unknown {
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0) return schema['enum'][random(schema['enum'].length)];
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['example'] !== undefined && random(2) === 0) return schema['example'];
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices) && choices.length > 0)
    return likelyValue(random, Object(choices[random(choices.length)]), depth);
  const type = Array.isArray(schema['type']) ? schema['type'][random(schema['type'].length)] : schema['type'];
  if (type === 'integer' || type === 'number') return numberOf(random, schema);
  if (type === 'boolean') return random(2) === 0;
  if (type === 'array')
    return Array.from({ length: random(3) }, () => likelyValue(random, Object(schema['items']), depth + 1));
  if (type === 'object' && depth < 3) {
    const properties = Object.entries(Object(schema['properties']));
    return Object.fromEntries(properties.map(([name, child]) => [name, likelyValue(random, Object(child), depth + 1)]));
  }
  return textOf(random, schema);
}

function numberOf(random: Random, schema: Schema): number {
  const least = Number(schema['minimum'] ?? 0);
  const most = Number(schema['maximum'] ?? least + 1000);
  return pick(random, [
    least,
    most,
    least - 1,
    most + 1,
    least + random(Math.max(1, Math.min(most - least, 1_000_000))),
  ]);
}

function textOf(random: Random, schema: Schema): string {
  if (schema['format'] === 'date') return `20${20 + random(8)}-${two(1 + random(12))}-${two(1 + random(28))}`;
  if (schema['format'] === 'date-time') return `2026-${two(1 + random(12))}-${two(1 + random(28))}T12:00:00Z`;
  const longest = Number(schema['maxLength'] ?? 20);
  return 'abcdefgh-'
    .repeat(Math.ceil(longest / 9))
    .slice(0, pick(random, [1, Math.min(longest, 3000), Math.min(longest + 1, 3000), 8]));
}

const two = (number: number): string => String(number).padStart(2, '0');
