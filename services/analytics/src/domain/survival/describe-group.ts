import { medianAge, type RestrictedMean, restrictedMean, type SurvivalCurve, type Weights } from './kaplan-meier.ts';
import type { LifeEntries } from './life-entries.ts';

/** The normal quantile of a band of 95 %. */
export const Z95 = 1.959963984540054;

export interface DescribedGroup {
  line_count: number;
  ended_line_count: number;
  living_line_count: number;
  commit_count: number;
  median_days: number | null;
  median_lower_days: number | null;
  median_upper_days: number | null;
  restricted_to_days: number;
  restricted_mean_days: number | null;
  restricted_mean_lower_days: number | null;
  restricted_mean_upper_days: number | null;
  points: {
    age_days: number;
    survival: number;
    lower: number | null;
    upper: number | null;
    at_risk: number;
    standard_error: number;
    unclustered_standard_error: number;
  }[];
}

/** The band of a share on the scale of its logarithm, which keeps it between 0 and 1. */
export function bandOf(survival: number, standardError: number): { lower: number | null; upper: number | null } {
  if (survival <= 0) return { lower: null, upper: null };
  const width = (Z95 * standardError) / survival;
  return { lower: survival * Math.exp(-width), upper: Math.min(1, survival * Math.exp(width)) };
}

/** A curve with its median and mean, up to an age; an infant with no day of observation has no mean. */
export function describeGroup(entries: LifeEntries, { places, curve }: Side, maxAge: number): DescribedGroup {
  const shown = curve.points.filter(({ age }) => age <= maxAge);
  const bands = shown.map((point) => ({ age: point.age, ...bandOf(point.survival, point.standardError) }));
  const until = Math.min(maxAge, curve.lastAge);
  const mean = until > 0 ? restrictedMean(entries, places, curve, until) : null;
  return {
    line_count: curve.lines,
    ended_line_count: curve.ended,
    living_line_count: curve.lines - curve.ended,
    commit_count: curve.clusters,
    median_days: medianAge(shown.map(({ age, survival }) => ({ age, value: survival }))),
    median_lower_days: medianAge(bands.map(({ age, lower }) => ({ age, value: lower }))),
    median_upper_days: medianAge(bands.map(({ age, upper }) => ({ age, value: upper }))),
    restricted_to_days: until,
    restricted_mean_days: mean?.days ?? null,
    restricted_mean_lower_days: mean && mean.days - Z95 * mean.standardError,
    restricted_mean_upper_days: mean && mean.days + Z95 * mean.standardError,
    points: shown.map(({ age, survival, atRisk, standardError, unclusteredError }) => ({
      age_days: age,
      survival,
      ...bandOf(survival, standardError),
      at_risk: atRisk,
      standard_error: standardError,
      unclustered_standard_error: unclusteredError,
    })),
  };
}

export interface MeanDifference {
  restricted_to_days: number;
  restricted_mean_days: number;
  against_restricted_mean_days: number;
  difference_days: number;
  difference_lower_days: number;
  difference_upper_days: number;
}

/** Entries with their curve, and the weights it was drawn with. */
export interface Side {
  places: Int32Array;
  weights: Weights;
  curve: SurvivalCurve;
}

/** How many days longer lines of one side live than those of the other; a commit with lines on both sides counts once in the error. */
export function meanDifference(entries: LifeEntries, own: Side, other: Side, maxAge: number): MeanDifference | null {
  const until = Math.min(maxAge, own.curve.lastAge, other.curve.lastAge);
  if (until <= 0) return null;
  const meanOf = ({ places, curve, weights }: Side): RestrictedMean =>
    restrictedMean(entries, places, curve, until, weights);
  const [mean, against] = [meanOf(own), meanOf(other)];
  let variance = 0;
  for (let cluster = 0; cluster < mean.influence.length; cluster++)
    variance += ((mean.influence[cluster] ?? 0) - (against.influence[cluster] ?? 0)) ** 2;
  const difference = mean.days - against.days;
  const width = Z95 * Math.sqrt(variance);
  return {
    restricted_to_days: until,
    restricted_mean_days: mean.days,
    against_restricted_mean_days: against.days,
    difference_days: difference,
    difference_lower_days: difference - width,
    difference_upper_days: difference + width,
  };
}
