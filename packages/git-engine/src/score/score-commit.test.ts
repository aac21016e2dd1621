import { describe, expect, test } from 'vitest';
import { type ScoredLine, scoreCommit, scoreLine } from './score-commit.ts';
import { DAY, DELTA_WEIGHTS } from './weights.ts';

const line = (fields: Partial<ScoredLine> = {}): ScoredLine => ({
  operation: 'add',
  category: 'code',
  kind: 'code',
  provenance: 'new_code',
  age: null,
  churn: false,
  duplicate: false,
  connectives: 0,
  aiAuthored: false,
  scored: true,
  newFile: false,
  hunkLine: 0,
  ...fields,
});

const replaced = (operation: ScoredLine['operation'], days: number | null) =>
  line({ operation, provenance: 'under_1_year', age: days === null ? null : days * DAY });

describe('Diff Delta of a line, worked by hand', () => {
  test.each([
    ['an added line of code', line(), 1],
    ['a deleted line of code, half a year old', replaced('del', 180), 2.5],
    ['a deleted line of code, two years old', replaced('del', 730), 3.75],
    ['a deleted line older than the reading', replaced('del', null), 3.75],
    ['a changed line, three days old', replaced('chg', 3), 0.1],
    ['a changed line, twenty days old', replaced('chg', 20), 0.5],
    ['a changed line, 200 days old', replaced('chg', 200), 1],
    ['a find and replace, 200 days old', replaced('find_replace', 200), 0.3],
    ['a moved line', replaced('move', 200), 0],
    ['a copied line', line({ operation: 'copy' }), 0],
    ['white space', line({ operation: 'noop' }), 0],
    ['an added line in a new file', line({ newFile: true }), 0.5],
    ['an added test', line({ category: 'test' }), 0.6],
    ['an added line of documentation', line({ category: 'documentation' }), 0.3],
    ['an added comment', line({ kind: 'comment' }), 0.2],
    ['an added brace', line({ kind: 'punctuation' }), 0],
    ['the 21st changed line of a hunk', line({ hunkLine: 20 }), 0.5],
    ['a line of a vendored file', line({ scored: false }), 0],
  ])('%s', (_name, scored, delta) => {
    expect(scoreLine(scored, DELTA_WEIGHTS)).toBe(delta);
  });
});

test('a commit sums its lines by operation, category, provenance, churn and AI', () => {
  const score = scoreCommit(
    [
      line(),
      line({ operation: 'chg', provenance: 'under_2_weeks', age: 2 * DAY, churn: true, aiAuthored: true }),
      line({ operation: 'del', provenance: 'over_1_year', category: 'test', aiAuthored: true }),
      line({ operation: 'copy', duplicate: true, connectives: 2 }),
      line({ scored: false }),
    ],
    DELTA_WEIGHTS,
  );
  expect(score).toMatchObject({
    formulaVersion: '1',
    lines: 4,
    delta: 3.35,
    churnLines: 1,
    churnDelta: 0.1,
    duplicateLines: 1,
    connectives: 2,
  });
  expect(score).toMatchObject({ aiLines: 2, aiDelta: 2.35 });
  expect(score.aiLinesByOperation).toMatchObject({ add: 0, chg: 1, del: 1, copy: 0, noop: 0 });
  expect(score.linesByOperation).toMatchObject({ add: 1, chg: 1, del: 1, copy: 1, move: 0 });
  expect(score.deltaByCategory).toMatchObject({ code: 1.1, test: 2.25 });
  expect(score.linesByProvenance).toMatchObject({ new_code: 2, under_2_weeks: 1, over_1_year: 1 });
});

test('other weights score the same stored lines again', () => {
  const weights = { ...DELTA_WEIGHTS, version: '2', operation: { ...DELTA_WEIGHTS.operation, add: 20 } };
  expect(scoreCommit([line(), line()], weights)).toMatchObject({ formulaVersion: '2', delta: 4 });
});
