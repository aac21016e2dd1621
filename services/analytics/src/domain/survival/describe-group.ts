import { kaplanMeier, medianAge, type RestrictedMean, restrictedMean, type WeightOf } from './kaplan-meier.ts';
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
export function describeGroup(entries: LifeEntries, places: Int32Array, maxAge: number): DescribedGroup {
  const curve = kaplanMeier(entries, places);
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

interface Side {
  places: Int32Array;
  weightOf: WeightOf;
}

/** How many days longer lines of one side live than those of the other; a commit with lines on both sides counts once in the error. */
export function meanDifference(entries: LifeEntries, own: Side, other: Side, maxAge: number): MeanDifference | null {
  const curves = [own, other].map(({ places, weightOf }) => kaplanMeier(entries, places, weightOf));
  const until = Math.min(maxAge, ...curves.map(({ lastAge }) => lastAge));
  if (until <= 0) return null;
  const meanOf = ({ places, weightOf }: Side, at: number): RestrictedMean | null => {
    const curve = curves[at];
    return curve ? restrictedMean(entries, places, curve, until, weightOf) : null;
  };
  const [mean, against] = [meanOf(own, 0), meanOf(other, 1)];
  if (!mean || !against) return null;
  let variance = 0;
  for (const [cluster, influence] of mean.influence.entries())
    variance += (influence - (against.influence[cluster] ?? 0)) ** 2;
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
