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

test('the lines of a file that becomes binary end with it', async () => {
  const ends = await endsOf([
    { parents: [], ...day(1), tree: tree('One', 'Two') },
    { parents: [0], ...day(2), tree: new Map([['a.js', `${line('One')}\n\0\0\0\n`]]) },
  ]);
  expect(ends).toEqual([{ on: 2, kept: false, writtenOn: 1, line: 2, count: 1 }]);
});
