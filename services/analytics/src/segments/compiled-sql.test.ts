import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileSegment } from './compile.ts';
import { commits } from './facts/code-facts.ts';
import { aggregationsOf, allSegments, checkRegistry } from './registry.ts';
import { one, type Segment, sum } from './segment.ts';

const FOLDER = fileURLToPath(new URL('../../sql/', import.meta.url));

const compiled = (segment: Segment): string => {
  const [aggregation = 'none'] = aggregationsOf(segment);
  const sql = compileSegment(segment, { interval: 'weekly', aggregation, ofTeam: false, suppressed: false });
  return `-- ${segment.segment}: ${segment.title}, weekly, by ${aggregation}.\n${tidy(sql)}\n`;
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
  expect((await readdir(FOLDER)).length).toBe(112);
});

test('a wrong declaration is found before the service answers', () => {
  const good = one('a', 'A', 'A.', 'delta', 0, sum(commits, 'delta'));
  expect(() => checkRegistry()).not.toThrow();
  expect(() => checkRegistry([good, good])).toThrow('two segments have one name');
  expect(() => checkRegistry([{ ...good, y: 'value / other' }])).toThrow('names other, which is no measure');
  expect(() => checkRegistry([{ ...good, only: ['ai_provider'] }])).toThrow('cannot be split by ai_provider');
});
