import { describe, expect, test } from 'vitest';
import { askR, hasR } from '../../testing/survival/ask-r.ts';
import { compareWithR, madeUpLives } from '../../testing/survival/compare-with-r.ts';
import { chiSquareTail } from './chi-square.ts';
import { medianAge, type SurvivalCurve, survivalCurves } from './kaplan-meier.ts';
import { type LifeEntries, LifeEntriesBuilder, takePair } from './life-entries.ts';
import { stratifiedLogRank } from './log-rank.ts';
import { restrictedMeans } from './restricted-mean.ts';

const curveOf = (entries: LifeEntries): SurvivalCurve =>
  survivalCurves(entries, 1)[0] ?? expect.fail('a group has a curve');
const meanOf = (entries: LifeEntries, until: number) =>
  restrictedMeans(entries, survivalCurves(entries, 1), [until]).means[0];
const valuesOf = (curve: SurvivalCurve) => curve.points.map(({ age, survival }) => ({ age, value: survival }));

/**
 * Commit 0 wrote four lines: two were changed after 3 days, one after 5, one is alive after 8. Commit 1 wrote two: one was changed
 * after 5 days, one is alive after 4. At risk: 6, then (4 days: one less) 3, then 1.
 */
function smallHistory(): LifeEntries {
  const builder = new LifeEntriesBuilder();
  builder.add(0, 0, 0, 3, 2, 0);
  builder.add(0, 0, 0, 5, 1, 0);
  builder.add(0, 0, 0, 8, 0, 1);
  builder.add(1, 0, 0, 5, 1, 0);
  builder.add(1, 0, 0, 4, 0, 1);
  return builder.done();
}

describe('the share of lines that live to an age', () => {
  test('is worked out by hand: 4 of 6 past 3 days, then 1 of 3 of those past 5', () => {
    const curve = curveOf(smallHistory());
    expect(curve).toMatchObject({ lines: 6, ended: 4, clusters: 2, lastAge: 8 });
    expect(curve.points.map(({ age, atRisk, ended }) => [age, atRisk, ended])).toEqual([
      [3, 6, 2],
      [5, 3, 2],
    ]);
    expect(curve.points[0]?.survival).toBeCloseTo(4 / 6, 14);
    expect(curve.points[1]?.survival).toBeCloseTo(4 / 18, 14);
    // Greenwood: S² × (2/(6·4) + 2/(3·1)).
    expect(curve.points[1]?.unclusteredError).toBeCloseTo((4 / 18) * Math.sqrt(2 / 24 + 2 / 3), 14);
    // At 3 days: commit 0 has 2/(6·4)·4 − 2/4 = −1/6 of influence on log S, commit 1 has 2/(6·4)·2 = 1/6.
    expect(curve.points[0]?.standardError).toBeCloseTo((4 / 6) * Math.sqrt(2 / 36), 14);
    expect(medianAge(valuesOf(curve))).toBe(5);
    // 3 days of all, 2 of 4/6, 3 of 4/18.
    expect(meanOf(smallHistory(), 8)?.days).toBeCloseTo(3 + 8 / 6 + 12 / 18, 13);
  });

  test('is 1 throughout where nothing was changed, and has no median', () => {
    const builder = new LifeEntriesBuilder();
    builder.add(0, 0, 0, 9, 0, 5);
    const entries = builder.done();
    const curve = curveOf(entries);
    expect(curve.points).toEqual([]);
    expect(medianAge(valuesOf(curve))).toBeNull();
    expect(meanOf(entries, 9)).toMatchObject({ days: 9, standardError: 0 });
  });

  test('has its median between two ages where just half of the lines ended', () => {
    expect(
      medianAge([
        { age: 2, value: 0.75 },
        { age: 4, value: 0.5 },
        { age: 10, value: 0.25 },
      ]),
    ).toBe(7);
  });

  test('one huge commit is one observation: a thousand lines that end together leave the error of one', () => {
    const builder = new LifeEntriesBuilder();
    builder.add(0, 0, 0, 2, 1000, 0);
    for (let commit = 1; commit <= 10; commit++) builder.add(commit, 0, 0, 5, 0, 100);
    const entries = builder.done();
    const [point] = curveOf(entries).points;
    expect(point?.survival).toBe(0.5);
    expect(point?.unclusteredError).toBeCloseTo(0.5 / Math.sqrt(2000), 12);
    expect(point?.standardError).toBeGreaterThan(0.2);
  });
});

test('the tail of chi-square is what tables print', () => {
  expect(chiSquareTail(3.841458820694124, 1)).toBeCloseTo(0.05, 12);
  expect(chiSquareTail(18.307038053275146, 10)).toBeCloseTo(0.05, 12);
  expect(chiSquareTail(0.5, 4)).toBeCloseTo(0.9735009788392561, 12);
});

test('groups that live alike are not told apart, and one group alone is not tested', () => {
  const builder = new LifeEntriesBuilder();
  for (let commit = 0; commit < 20; commit++) builder.add(commit, commit % 2, 0, 1 + (commit >> 2), 1, 1);
  const entries = builder.done();
  expect(stratifiedLogRank(entries, 2).clustered?.pValue).toBeGreaterThan(0.9);
  expect(stratifiedLogRank(takePair(entries, 0, 0), 2).clustered).toBeNull();
});

describe('R’s survival package', () => {
  const present = hasR();
  test.runIf(!present)('is not on this machine: curves were NOT compared with R (install r-cran-survival)', () => {});
  test.runIf(present)('says the same of curves, errors, means and tests', async () => {
    const entries = madeUpLives(1, { commits: 60, groups: 3, strata: 4 });
    compareWithR(entries, 3, await askR(entries, 90), 90);
  });
});
