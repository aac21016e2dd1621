import type { Survival } from '@linescope/client/answers';
import { expect, test } from 'vitest';
import { compareInWords, coverageInWords, survivalAt } from './survival-words.ts';

const group = (points: [age: number, survival: number][]) => ({
  group: 'ai',
  name: 'AI',
  line_count: 10,
  ended_line_count: 5,
  living_line_count: 5,
  commit_count: 1,
  median_days: null,
  median_lower_days: null,
  median_upper_days: null,
  restricted_to_days: 90,
  restricted_mean_days: null,
  restricted_mean_lower_days: null,
  restricted_mean_upper_days: null,
  points: points.map(([age_days, survival]) => ({
    age_days,
    survival,
    lower: null,
    upper: null,
    at_risk: 1,
    standard_error: 0,
    unclustered_standard_error: 0,
  })),
});

const survival = (difference: [number, number, number], records: number | null = null): Survival => {
  const [difference_days, difference_lower_days, difference_upper_days] = difference;
  const mean = {
    restricted_to_days: 90,
    restricted_mean_days: 0,
    against_restricted_mean_days: 0,
    difference_days,
    difference_lower_days,
    difference_upper_days,
  };
  const alike = {
    stratum_count: 1,
    line_count: 1,
    against_line_count: 1,
    left_out_line_count: 0,
    left_out_against_line_count: 0,
    log_rank: null,
    mean,
  };
  return {
    action_em: 'action_code_survival',
    response_em: 'response_success',
    response_detail: '',
    group_by: 'ai',
    max_age_days: 90,
    is_current: true,
    coverage_percent: { lines_with_records: records, people_with_telemetry: null },
    groups: [],
    log_rank: null,
    comparisons: [{ group: 'ai', against: 'unmarked', naive: { log_rank: null, mean: null }, like_with_like: alike }],
  };
};

test('a curve holds its value until the next point, begins at all, and ends where nothing was observed', () => {
  const curve = group([
    [3, 0.9],
    [10, 0.5],
  ]);
  expect([0, 2, 3, 9, 10, 90, 91].map((age) => survivalAt(curve, age))).toEqual([1, 1, 0.9, 0.9, 0.5, 0.5, null]);
});

test('a difference whose band holds zero is called none', () => {
  expect(compareInWords(survival([-2, -8, 4]))).toContain('about as long');
  expect(compareInWords(survival([-5, -8, -2]))).toContain('AI lines live 5.0 days shorter than unmarked lines');
  expect(compareInWords(survival([5, 2, 8]))).toContain('5.0 days longer');
});

test('what is not known is said, and is not zero', () => {
  expect(coverageInWords(survival([0, 0, 0]))).toBe(
    'Nothing is known beyond what commits declare; unmarked lines need not be hand-written.',
  );
  expect(coverageInWords(survival([0, 0, 0], 12.4))).toBe(
    'Records of lines cover 12 % of lines; unmarked lines need not be hand-written.',
  );
});
