import { type MeanDifference, meanDifference, type Side } from './describe-group.ts';
import { kaplanMeier } from './kaplan-meier.ts';
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
  const all = placesWhere(entries.size, () => true);
  const { clustered, unclustered } = logRank(entries, all, groups, false);
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

/**
 * One group against another: as they are, and like with like. For the latter only strata that have lines of both count; the test compares
 * within strata, and the means weigh the other group's lines so that each stratum has as many of them as the first has lines there.
 */
export function compareTwo(
  entries: LifeEntries,
  { group, against, maxAge, ofAll }: Compared,
  own: Side,
  other: Side,
): Comparison {
  const renumbered = new Int32Array(entries.size);
  for (let place = 0; place < entries.size; place++) renumbered[place] = entries.group[place] === group ? 0 : 1;
  const pair = { ...entries, group: renumbered };
  const both = placesWhere(entries.size, (place) => entries.group[place] === group || entries.group[place] === against);
  return {
    naive: {
      log_rank: ofAll === undefined ? testOf(pair, both) : ofAll,
      mean: meanDifference(entries, own, other, maxAge),
    },
    like_with_like: compareAlike(pair, own.places, other.places, maxAge),
  };
}

interface Compared {
  group: number;
  against: number;
  maxAge: number;
  /** The test between all groups, where there are no others than these two. */
  ofAll: DescribedTest | null | undefined;
}

function testOf(pair: LifeEntries, places: Int32Array): DescribedTest | null {
  const { clustered, unclustered } = logRank(pair, places, 2, false);
  return describeTest(clustered, unclustered);
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
  const isKept = new Uint8Array(entries.size);
  for (const places of [kept, keptOther]) for (let at = 0; at < places.length; at++) isKept[places[at] ?? 0] = 1;
  const both = placesWhere(entries.size, (place) => isKept[place] === 1);
  const test = logRank(entries, both, 2, true);
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
    mean: meanDifference(
      entries,
      { places: kept, weights: null, curve: kaplanMeier(entries, kept) },
      { places: keptOther, weights, curve: kaplanMeier(entries, keptOther, weights) },
      maxAge,
    ),
  };
}

function strataIn({ stratum }: LifeEntries): number {
  let most = 0;
  for (let place = 0; place < stratum.length; place++) most = Math.max(most, stratum[place] ?? 0);
  return most + 1;
}

function linesByStratum(entries: LifeEntries, places: Int32Array, strata: number): Float64Array {
  const lines = new Float64Array(strata);
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const stratum = entries.stratum[place] ?? 0;
    lines[stratum] = (lines[stratum] ?? 0) + (entries.ended[place] ?? 0) + (entries.left[place] ?? 0);
  }
  return lines;
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
