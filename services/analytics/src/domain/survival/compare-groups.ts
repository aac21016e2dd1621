import { type MeanDifference, meanDifference } from './describe-group.ts';
import { type LifeEntries, placesWhere } from './life-entries.ts';
import { type LogRank, logRank } from './log-rank.ts';

export interface DescribedTest {
  chi_square: number;
  degrees_of_freedom: number;
  p_value: number;
  unclustered_chi_square: number | null;
  unclustered_p_value: number | null;
}

const describeTest = (clustered: LogRank | null, unclustered: LogRank | null): DescribedTest | null =>
  clustered && {
    chi_square: clustered.chiSquare,
    degrees_of_freedom: clustered.degreesOfFreedom,
    p_value: clustered.pValue,
    unclustered_chi_square: unclustered?.chiSquare ?? null,
    unclustered_p_value: unclustered?.pValue ?? null,
  };

/** Whether all groups live alike, whatever else they differ in. */
export function compareAll(entries: LifeEntries, groups: number): DescribedTest | null {
  if (groups < 2) return null;
  const everywhere = { ...entries, stratum: new Int32Array(entries.size) };
  const { clustered, unclustered } = logRank(
    everywhere,
    placesWhere(entries.size, () => true),
    groups,
  );
  return describeTest(clustered, unclustered);
}

export interface Comparison {
  naive: { log_rank: DescribedTest | null; mean: MeanDifference | null };
  like_with_like: {
    stratum_count: number;
    line_count: number;
    against_line_count: number;
    left_out_line_count: number;
    left_out_against_line_count: number;
    log_rank: DescribedTest | null;
    mean: MeanDifference | null;
  } | null;
}

const EQUAL = () => 1;

/**
 * One group against another: as they are, and like with like. For the latter only strata that have lines of both count; the test compares
 * within strata, and the means weigh the other group's lines so that each stratum has as many of them as the first has lines there.
 */
export function compareTwo(entries: LifeEntries, group: number, against: number, maxAge: number): Comparison {
  const own = placesWhere(entries.size, (place) => entries.group[place] === group);
  const other = placesWhere(entries.size, (place) => entries.group[place] === against);
  const renumbered = new Int32Array(entries.size);
  for (let place = 0; place < entries.size; place++) renumbered[place] = entries.group[place] === group ? 0 : 1;
  const pair = { ...entries, group: renumbered };
  const both = placesWhere(entries.size, (place) => entries.group[place] === group || entries.group[place] === against);
  const test = logRank({ ...pair, stratum: new Int32Array(entries.size) }, both, 2);
  return {
    naive: {
      log_rank: describeTest(test.clustered, test.unclustered),
      mean: meanDifference(entries, { places: own, weightOf: EQUAL }, { places: other, weightOf: EQUAL }, maxAge),
    },
    like_with_like: compareAlike(pair, own, other, maxAge),
  };
}

function compareAlike(
  entries: LifeEntries,
  own: Int32Array,
  other: Int32Array,
  maxAge: number,
): Comparison['like_with_like'] {
  const strata = strataIn(entries);
  const ownLines = linesByStratum(entries, own, strata);
  const otherLines = linesByStratum(entries, other, strata);
  const isShared = (place: number): boolean => {
    const stratum = entries.stratum[place] ?? 0;
    return (ownLines[stratum] ?? 0) > 0 && (otherLines[stratum] ?? 0) > 0;
  };
  const kept = own.filter(isShared);
  const keptOther = other.filter(isShared);
  if (kept.length === 0) return null;
  const weights = Float64Array.from(otherLines, (lines, stratum) => (lines > 0 ? (ownLines[stratum] ?? 0) / lines : 0));
  const weightOf = (place: number): number => weights[entries.stratum[place] ?? 0] ?? 0;
  const both = new Int32Array(kept.length + keptOther.length);
  both.set(kept);
  both.set(keptOther, kept.length);
  const test = logRank(entries, both, 2);
  const [lines, otherKept] = [
    sumOf(linesByStratum(entries, kept, strata)),
    sumOf(linesByStratum(entries, keptOther, strata)),
  ];
  return {
    stratum_count: otherLines.filter((count, stratum) => count > 0 && (ownLines[stratum] ?? 0) > 0).length,
    line_count: lines,
    against_line_count: otherKept,
    left_out_line_count: sumOf(ownLines) - lines,
    left_out_against_line_count: sumOf(otherLines) - otherKept,
    log_rank: describeTest(test.clustered, test.unclustered),
    mean: meanDifference(entries, { places: kept, weightOf: EQUAL }, { places: keptOther, weightOf }, maxAge),
  };
}

function strataIn({ stratum }: LifeEntries): number {
  let most = 0;
  for (let place = 0; place < stratum.length; place++) most = Math.max(most, stratum[place] ?? 0);
  return most + 1;
}

function linesByStratum(entries: LifeEntries, places: Int32Array, strata: number): Float64Array {
  const lines = new Float64Array(strata);
  for (const place of places) {
    const stratum = entries.stratum[place] ?? 0;
    lines[stratum] = (lines[stratum] ?? 0) + (entries.ended[place] ?? 0) + (entries.left[place] ?? 0);
  }
  return lines;
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
