import { medianAge, type SurvivalCurve, survivalCurves } from './kaplan-meier.ts';
import type { LifeEntries } from './life-entries.ts';
import { type RestrictedMean, type RestrictedMeans, restrictedMeans } from './restricted-mean.ts';

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

/** The curves of groups, and their means up to an age. */
export interface Described {
  curves: readonly SurvivalCurve[];
  untils: readonly number[];
  means: RestrictedMeans;
}

export function describeCurves(entries: LifeEntries, groups: number, maxAge: number): Described {
  const curves = survivalCurves(entries, groups);
  const untils = curves.map(({ lastAge }) => Math.min(maxAge, lastAge));
  return { curves, untils, means: restrictedMeans(entries, curves, untils) };
}

/** Each curve with its median and mean, up to an age; an infant with no day of observation has no mean. */
export const describeGroups = ({ curves, untils, means }: Described, maxAge: number): DescribedGroup[] =>
  curves.map((curve, group) => describeGroup(curve, means.means[group], untils[group] ?? 0, maxAge));

function describeGroup(
  curve: SurvivalCurve,
  known: RestrictedMean | undefined,
  until: number,
  maxAge: number,
): DescribedGroup {
  const shown = curve.points.filter(({ age }) => age <= maxAge);
  const bands = shown.map((point) => ({ age: point.age, ...bandOf(point.survival, point.standardError) }));
  const mean = until > 0 ? known : undefined;
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
    restricted_mean_lower_days: mean ? mean.days - Z95 * mean.standardError : null,
    restricted_mean_upper_days: mean ? mean.days + Z95 * mean.standardError : null,
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

/** How many days longer lines of one group live than those of another; a commit with lines of both counts once in the error. */
export function meanDifference(
  entries: LifeEntries,
  { curves, untils, means: known }: Described,
  one: number,
  other: number,
): MeanDifference | null {
  const until = Math.min(untils[one] ?? 0, untils[other] ?? 0);
  if (until <= 0) return null;
  const isKnown = untils[one] === until && untils[other] === until;
  const { means, errorOfDifference } = isKnown
    ? known
    : restrictedMeans(
        entries,
        curves,
        curves.map(() => until),
      );
  const [days, against] = [means[one]?.days ?? 0, means[other]?.days ?? 0];
  const width = Z95 * errorOfDifference(one, other);
  return {
    restricted_to_days: until,
    restricted_mean_days: days,
    against_restricted_mean_days: against,
    difference_days: days - against,
    difference_lower_days: days - against - width,
    difference_upper_days: days - against + width,
  };
}
