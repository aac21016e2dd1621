import { describe, expect, test } from 'vitest';
import { SEGMENTS } from './model/segments.ts';
import { type Aggregation, type Series, seriesOf, suppressedSeries } from './model/series.ts';
import { viewOf } from './model/view.ts';
import { randomWorld } from './random-world.ts';
import { plainQuery, splitsOf } from './report-queries.ts';

const world = randomWorld(1, 1);
const whole = plainQuery(world);
const additive = Object.entries(SEGMENTS).filter(([, segment]) => segment.additive && segment.largest === undefined);

const totals = (series: Series): number[] => {
  const [first = []] = series.values();
  return first.map((_, index) => [...series.values()].reduce((total, values) => total + (values[index] ?? 0), 0));
};
const total = (series: Series): number => totals(series).reduce((all, value) => all + value, 0);

describe('in the model, what the contract says adds up adds up', () => {
  test.each(additive.filter(([name]) => splitsOf(name).length > 1))('%s by repo and by committer', (name, segment) => {
    const view = viewOf(world, whole);
    const one = totals(suppressedSeries(segment, view));
    const splits: Aggregation[] = ['repo', 'repo_path', 'committer', 'ai_cohort', 'ai_provider'];
    for (const split of splitsOf(name).filter((one) => splits.includes(one))) {
      const sums = totals(seriesOf(segment, view, split));
      for (const [index, value] of one.entries()) expect(sums[index] ?? 0).toBeCloseTo(value, 6);
    }
  });

  test.each(additive)('%s over adjacent ranges', (_, segment) => {
    const of = (startDate: string, endDate: string) =>
      total(suppressedSeries(segment, viewOf(world, { ...whole, startDate, endDate })));
    expect(of('2026-02-02', '2026-03-10') + of('2026-03-11', '2026-05-31')).toBeCloseTo(
      of('2026-02-02', '2026-05-31'),
      6,
    );
  });
});

test('the same seed makes the same world', () => {
  expect(randomWorld(5, 1)).toEqual(randomWorld(5, 1));
});
