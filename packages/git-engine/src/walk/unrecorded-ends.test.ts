import { expect, test } from 'vitest';
import { readHistory } from '../read-history.ts';
import { allFacts } from '../referee/check-history.ts';
import { makeRepository, type PlannedCommit } from '../referee/made-up-history.ts';

const line = (name: string) => `const ${name} = compute${name}('${name.repeat(3)}');`;
const tree = (...names: string[]) => new Map([['a.js', `${names.map(line).join('\n')}\n`]]);
const day = (number: number) => ({ authoredAt: Date.UTC(2026, 0, number) / 1000 });

async function endsOf(plan: readonly PlannedCommit[]) {
  const repository = await makeRepository(plan);
  const history = await readHistory({ gitDir: repository.gitDir, defaultTip: 'main', windowStart: 0 });
  const facts = await allFacts(history);
  await history.close();
  await repository.remove();
  const daysOf = new Map(facts.commits.map(({ sha, authoredAt }) => [sha, new Date(authoredAt * 1000).getUTCDate()]));
  const ends = facts.unrecordedEnds.map(({ sha, kept, born, count }) => ({
    on: daysOf.get(sha),
    kept,
    writtenOn: daysOf.get(born?.sha ?? ''),
    line: born?.line,
    count,
  }));
  // A commit's rows come in no order that means anything.
  return ends.sort((one, other) => Number(one.kept) - Number(other.kept) || (one.line ?? 0) - (other.line ?? 0));
}

test('lines that a merge drops, of one parent or of both, end with it', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: tree('One', 'Two', 'Three', 'Four', 'Five') },
    { parents: [0], ...day(2), tree: tree('One', 'Two', 'Three', 'Four', 'Five', 'Branch', 'Other') },
    { parents: [0], ...day(3), tree: tree('Main', 'One', 'Two', 'Three', 'Four', 'Five') },
    { parents: [2, 1], ...day(4), tree: tree('Main', 'One', 'Two', 'Four', 'Five', 'Other') },
  ]);
  expect(ends).toEqual([
    { on: 4, kept: false, writtenOn: 1, line: 3, count: 1 },
    { on: 4, kept: false, writtenOn: 2, line: 6, count: 1 },
  ]);
});

test('lines that a branch removed are that commit’s, and those that the merge keeps are kept', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: tree('One', 'Two', 'Three', 'Four', 'Five') },
    { parents: [0], ...day(2), tree: tree('One', 'Three', 'Five') },
    { parents: [0], ...day(3), tree: tree('One', 'Two', 'Three', 'Four', 'Five', 'Main') },
    { parents: [2, 1], ...day(4), tree: tree('One', 'Two', 'Three', 'Five', 'Main') },
  ]);
  expect(ends).toEqual([{ on: 4, kept: true, writtenOn: 1, line: 2, count: 1 }]);
});

test('a merge without a conflict ends nothing', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: tree('One', 'Two', 'Three', 'Four', 'Five') },
    { parents: [0], ...day(2), tree: tree('One', 'Three', 'Four', 'Five', 'Branch') },
    { parents: [0], ...day(3), tree: tree('Main', 'One', 'Two', 'Three', 'Four', 'Five') },
    { parents: [2, 1], ...day(4), tree: tree('Main', 'One', 'Three', 'Four', 'Five', 'Branch') },
  ]);
  expect(ends).toEqual([]);
});

const files = (...named: [path: string, ...names: string[]][]) =>
  new Map(named.map(([path, ...names]) => [path, `${names.map(line).join('\n')}\n`]));
const FIVE = ['One', 'Two', 'Three', 'Four', 'Five'];

test('a file that was renamed while a branch left it alone loses nothing by the merge of that branch', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: files(['a.js', ...FIVE]) },
    { parents: [0], ...day(2), tree: files(['a.js', ...FIVE], ['b.js', 'Branch']) },
    { parents: [0], ...day(3), tree: files(['lib/a.js', ...FIVE]) },
    { parents: [2], ...day(4), tree: files(['lib/a.js', 'One', 'Three', 'Four', 'Five', 'Main']) },
    {
      parents: [3, 1],
      ...day(5),
      tree: files(['lib/a.js', 'One', 'Three', 'Four', 'Five', 'Main'], ['b.js', 'Branch']),
    },
  ]);
  expect(ends).toEqual([]);
});

test('lines of a renamed file that a merge let go for the older one are kept by a later merge that has them', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: files(['a.js', ...FIVE]) },
    { parents: [0], ...day(2), tree: files(['lib/a.js', ...FIVE, 'New']) },
    { parents: [0], ...day(3), tree: files(['a.js', ...FIVE], ['b.js', 'Branch']) },
    { parents: [1, 2], ...day(4), tree: files(['a.js', ...FIVE], ['b.js', 'Branch']) },
    { parents: [1, 3], ...day(5), tree: files(['lib/a.js', ...FIVE, 'New'], ['b.js', 'Branch']) },
  ]);
  expect(ends).toEqual([
    { on: 4, kept: false, writtenOn: 2, line: 6, count: 1 },
    { on: 5, kept: true, writtenOn: 2, line: 6, count: 1 },
  ]);
});

test('a merge whose parents have a file alike, one of them since it let go of a line, knows of that', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: files(['a.js', ...FIVE]) },
    { parents: [0], ...day(2), tree: files(['a.js', ...FIVE, 'New']) },
    { parents: [0], ...day(3), tree: files(['a.js', ...FIVE], ['b.js', 'Branch']) },
    { parents: [2, 1], ...day(4), tree: files(['a.js', ...FIVE], ['b.js', 'Branch']) },
    { parents: [0], ...day(5), tree: files(['a.js', ...FIVE], ['c.js', 'Other']) },
    { parents: [4, 3], ...day(6), tree: files(['a.js', ...FIVE], ['b.js', 'Branch'], ['c.js', 'Other']) },
    { parents: [1], ...day(7), tree: files(['a.js', ...FIVE, 'New'], ['d.js', 'Third']) },
    {
      parents: [6, 5],
      ...day(8),
      tree: files(['a.js', ...FIVE, 'New'], ['b.js', 'Branch'], ['c.js', 'Other'], ['d.js', 'Third']),
    },
  ]);
  expect(ends).toEqual([
    { on: 4, kept: false, writtenOn: 2, line: 6, count: 1 },
    { on: 8, kept: true, writtenOn: 2, line: 6, count: 1 },
  ]);
});

test('the lines of a file that becomes binary end with it', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: tree('One', 'Two') },
    { parents: [0], ...day(2), tree: new Map([['a.js', `${line('One')}\n\0\0\0\n`]]) },
  ]);
  expect(ends).toEqual([{ on: 2, kept: false, writtenOn: 1, line: 2, count: 1 }]);
});
