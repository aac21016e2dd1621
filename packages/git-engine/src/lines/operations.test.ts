import { afterEach, describe, expect, test } from 'vitest';
import type { LineChangeFact } from '../facts.ts';
import { readHistory } from '../read-history.ts';
import { allFacts } from '../referee/check-history.ts';
import { FIRST_TIME, type MadeUpRepository, makeRepository } from '../referee/made-up-history.ts';
import { plainSourceReading } from '../referee/plain-source-reading.ts';
import { DAY } from '../score/weights.ts';

const made: MadeUpRepository[] = [];

afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

/** The line changes of the last of several trees, a day apart by default. */
async function changesOf(trees: Record<string, string>[], days: number[] = []): Promise<LineChangeFact[]> {
  const repository = await makeRepository(
    trees.map((tree, index) => ({
      parents: index === 0 ? [] : [index - 1],
      tree: new Map(Object.entries(tree)),
      authoredAt: FIRST_TIME + (days[index] ?? index) * DAY,
    })),
  );
  made.push(repository);
  const { gitDir, shas } = repository;
  const history = await readHistory({ gitDir, defaultTip: 'main', windowStart: 0, source: plainSourceReading });
  const facts = await allFacts(history);
  await history.close();
  return facts.lineChanges.filter((line) => line.sha === shas.at(-1));
}

const operations = (lines: readonly LineChangeFact[]) => lines.map((line) => line.operation);
const source = (...lines: string[]) => `${lines.join('\n')}\n`;

const block = [
  'const total = sum(items);',
  'const mean = total / count;',
  'const spread = widest - mean;',
  'report(mean, spread);',
  'return { mean, spread };',
];

describe('each changed line is one operation', () => {
  test('a line changed in part is one change, paired with the line it replaces', async () => {
    const [line, ...others] = await changesOf([
      { 'a.js': source('let first = 1;', 'let total = first + 2;', 'done();') },
      { 'a.js': source('let first = 1;', 'let total = first + 3;', 'done();') },
    ]);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ operation: 'chg', lineBefore: 2, lineAfter: 2, text: 'let total = first + 3;' });
  });

  test('lines with nothing in common are a deletion and an addition', async () => {
    const lines = await changesOf([
      { 'a.js': source('keep();', 'open(socket, 443);', 'keep();') },
      { 'a.js': source('keep();', 'const y = [];', 'keep();') },
    ]);
    expect(operations(lines)).toEqual(['del', 'add']);
  });

  test('pairs keep their order and the lines between them are added', async () => {
    const lines = await changesOf([
      { 'a.js': source('start', 'alpha(first, 1);', 'omega(second, 2);', 'end') },
      { 'a.js': source('start', 'alpha(first, 10);', 'brand new words here', 'omega(second, 20);', 'end') },
    ]);
    expect(lines.map((line) => [line.operation, line.lineBefore, line.lineAfter])).toEqual([
      ['chg', 2, 2],
      ['add', null, 3],
      ['chg', 3, 4],
    ]);
  });

  test('white space, blank lines and a brace that moved are nobody’s work', async () => {
    const lines = await changesOf([
      { 'a.js': source('if (x)', '{', '  run(value);', '}', 'end();'), 'b.js': source('top();', '}', 'low();') },
      { 'a.js': source('if (x)', '{', '\trun( value );', '', '}', 'end();', '}'), 'b.js': source('top();', 'low();') },
    ]);
    expect(new Set(operations(lines))).toEqual(new Set(['noop']));
  });

  test('lines deleted in one file and added in another have moved', async () => {
    const lines = await changesOf([
      { 'a.js': source('top();', ...block, 'bottom();'), 'b.js': source('other();') },
      { 'a.js': source('top();', 'bottom();'), 'b.js': source('other();', ...block) },
    ]);
    expect(operations(lines)).toEqual(['move', 'move', 'move', 'move', 'move']);
    expect(lines[0]).toMatchObject({
      path: 'b.js',
      pathBefore: 'a.js',
      lineBefore: 2,
      lineAfter: 2,
      originPath: 'a.js',
      originLine: 2,
    });
    expect(lines.every((line) => !line.duplicate)).toBe(true);
  });

  test('five lines that stand elsewhere too are copied, and know from where', async () => {
    const lines = await changesOf([
      { 'a.js': source('top();', ...block), 'b.js': source('other();') },
      { 'a.js': source('top();', ...block), 'b.js': source('other();', ...block.map((line) => `  ${line}`)) },
    ]);
    expect(operations(lines)).toEqual(['copy', 'copy', 'copy', 'copy', 'copy']);
    expect(lines[4]).toMatchObject({
      duplicate: true,
      originPath: 'a.js',
      originLine: 6,
      lineBefore: null,
      provenance: 'new_code',
    });
    expect(lines[0]?.blockHash).toBeGreaterThan(0);
    expect(lines[1]?.blockHash).toBe(0);
  });

  test('four such lines are no copy, nor five whose original is gone', async () => {
    const four = block.slice(0, 4);
    expect(
      operations(
        await changesOf([
          { 'a.js': source(...four), b: 'x\n' },
          { 'a.js': source(...four), b: source('x', ...four) },
        ]),
      ),
    ).toEqual(['add', 'add', 'add', 'add']);
    const gone = await changesOf([
      { 'a.js': source(...block) },
      { 'c.js': 'unlike anything\n' },
      { 'c.js': source('unlike anything', ...block) },
    ]);
    expect(new Set(operations(gone))).toEqual(new Set(['add']));
  });

  test('a copy is found after its original was renamed', async () => {
    const lines = await changesOf([
      { 'a.js': source('top();', ...block), b: 'x\n' },
      { 'renamed.js': source('top();', ...block), b: 'x\n' },
      { 'renamed.js': source('top();', ...block), b: source('x', ...block) },
    ]);
    expect(new Set(operations(lines))).toEqual(new Set(['copy']));
  });

  test('the same substitution on three lines is find and replace, on two it is not', async () => {
    const lines = (name: string, count: number) =>
      source(...['let a1 = ', 'return 2 * ', 'send(', 'log('].slice(0, count).map((start) => `${start}${name}.size);`));
    expect(operations(await changesOf([{ a: lines('old', 3) }, { a: lines('fresh', 3) }]))).toEqual([
      'find_replace',
      'find_replace',
      'find_replace',
    ]);
    expect(operations(await changesOf([{ a: lines('old', 2) }, { a: lines('fresh', 2) }]))).toEqual(['chg', 'chg']);
  });
});

test('raising a version on several lines is find and replace', async () => {
  const step = (name: string, version: string) => `  - uses: ${name}/checkout@${version} # fetch the ${name} tree`;
  const file = (version: string) =>
    source('steps:', ...['one', 'two', 'three'].flatMap((name) => [step(name, version), `  run: ${name}`]));
  const lines = await changesOf([{ 'ci.yml': file('v6.0.2') }, { 'ci.yml': file('v7.1.0') }]);
  expect(operations(lines)).toEqual(['find_replace', 'find_replace', 'find_replace']);
});

describe('age of the code replaced', () => {
  const versions = [{ a: source('start', 'value = 1;') }, { a: source('start', 'value = 2;') }];

  test.each([
    [13, 'under_2_weeks', true],
    [14, 'under_1_month', false],
    [29, 'under_1_month', false],
    [30, 'under_1_year', false],
    [364, 'under_1_year', false],
    [365, 'over_1_year', false],
  ])('a line changed after %d days is %s', async (days, provenance, churn) => {
    const [line] = await changesOf(versions, [0, days]);
    expect(line).toMatchObject({ operation: 'chg', provenance, churn, age: days * DAY });
  });

  test('a clock that runs backwards makes code new, not of negative age', async () => {
    const [line] = await changesOf(versions, [10, 5]);
    expect(line).toMatchObject({ age: 0, provenance: 'under_2_weeks', churn: true });
  });
});

test('calls of functions that another file defines are connectives', async () => {
  const lines = await changesOf([
    { 'a.js': source('function shared() {', '}'), 'b.js': source('function own() {', '}') },
    {
      'a.js': source('function shared() {', '}'),
      'b.js': source('function own() {', '}', 'shared(own(), unknown());'),
    },
  ]);
  expect(lines.map((line) => line.connectives)).toEqual([1]);
});
