import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SEGMENT_COUNT } from '../testing/segment-count.ts';
import { compileSegment } from './compile.ts';
import { formula } from './formula.ts';
import { sum } from './measure.ts';
import { aggregationsOf, allSegments, checkRegistry } from './registry.ts';
import { one, type Segment } from './segment.ts';
import { commits } from './views/commit-views.ts';

const FOLDER = fileURLToPath(new URL('../../sql/', import.meta.url));

const compiled = (segment: Segment): string => {
  const [aggregation = 'none'] = aggregationsOf(segment);
  const shape = { interval: 'weekly', aggregation, ofTeam: false, suppressed: false } as const;
  const rows = tidy(compileSegment(segment, shape).text);
  const days = tidy(compileSegment(segment, { ...shape, fromDays: true }).text);
  const also = days === rows ? '' : `\n-- By the daily sums of commits, where these are right.\n${days}\n`;
  return `-- ${segment.segment}: ${segment.title}, weekly, by ${aggregation}.\n${rows}\n${also}`;
};

const tidy = (sql: string): string =>
  sql
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');

/** `UPDATE_SQL=1` writes the files anew, so that a review shows what a change of the registry did. */
test('the committed SQL of every segment is what the registry compiles to', async () => {
  if (process.env['UPDATE_SQL']) {
    for (const segment of allSegments()) await writeFile(`${FOLDER}${segment.segment}.sql`, compiled(segment));
  }
  for (const segment of allSegments()) {
    expect(await readFile(`${FOLDER}${segment.segment}.sql`, 'utf8')).toBe(compiled(segment));
  }
  expect((await readdir(FOLDER)).length).toBe(SEGMENT_COUNT);
});

test('a wrong declaration is found before the service serves a request', () => {
  const good = one('a', 'A', 'A.', 'delta', 0, sum(commits, 'delta'));
  expect(() => checkRegistry()).not.toThrow();
  expect(() => checkRegistry([good, good])).toThrow('two segments have one name');
  expect(() => checkRegistry([{ ...good, y: formula`${'value'} / ${'other'}` }])).toThrow(
    'names other, which is no measure',
  );
  expect(() => checkRegistry([{ ...good, only: ['ai_provider'] }])).toThrow('cannot be split by ai_provider');
  const unknown = { ...good, measures: { value: sum<string>(commits, 'mood') } };
  expect(() => checkRegistry([unknown])).toThrow('uses the column mood, which commits does not have');
});
