import { type Described, describeCurves, type MeanDifference, meanDifference } from './describe-group.ts';
import { type LifeEntries, placesWhere, take, takePair } from './life-entries.ts';
import { type LogRankTest, logRank, stratifiedLogRank } from './log-rank.ts';

export interface DescribedTest {
  chi_square: number;
  degrees_of_freedom: number;
  p_value: number;
  unclustered_chi_square: number | null;
  unclustered_p_value: number | null;
}

const describeTest = ({ clustered, unclustered }: LogRankTest): DescribedTest | null =>
  clustered && {
    chi_square: clustered.chiSquare,
    degrees_of_freedom: clustered.degreesOfFreedom,
    p_value: clustered.pValue,
    unclustered_chi_square: unclustered?.chiSquare ?? null,
    unclustered_p_value: unclustered?.pValue ?? null,
  };

/** Whether all groups live alike, whatever else they differ in. */
export const compareAll = (entries: LifeEntries, groups: number): DescribedTest | null =>
  groups < 2 ? null : describeTest(logRank(entries, groups));

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
  described: Described,
  { group, against, maxAge, ofAll }: Compared,
): Comparison {
  const pair = takePair(entries, group, against);
  return {
    naive: {
      log_rank: ofAll === undefined ? compareAll(pair, 2) : ofAll,
      mean: meanDifference(entries, described, group, against),
    },
    like_with_like: compareAlike(pair, maxAge),
  };
}

interface Compared {
  group: number;
  against: number;
  maxAge: number;
  /** The test between all groups, where there are no others than these two. */
  ofAll: DescribedTest | null | undefined;
}

function compareAlike(pair: LifeEntries, maxAge: number): Comparison['like_with_like'] {
  const lines = linesByStratum(pair);
  const isShared = (stratum: number) => (lines[2 * stratum] ?? 0) > 0 && (lines[2 * stratum + 1] ?? 0) > 0;
  const kept = take(
    pair,
    placesWhere(pair.size, (place) => isShared(pair.stratum[place] ?? 0)),
  );
  if (kept.size === 0) return null;
  const sums = { strata: 0, own: 0, other: 0, leftOut: 0, leftOutOther: 0 };
  for (let stratum = 0; 2 * stratum < lines.length; stratum++) {
    const [own, other] = [lines[2 * stratum] ?? 0, lines[2 * stratum + 1] ?? 0];
    if (!isShared(stratum)) {
      sums.leftOut += own;
      sums.leftOutOther += other;
      continue;
    }
    sums.strata++;
    sums.own += own;
    sums.other += other;
  }
  const test = stratifiedLogRank(kept, 2);
  weighSecond(kept, lines);
  return {
    stratum_count: sums.strata,
    line_count: sums.own,
    against_line_count: sums.other,
    left_out_line_count: sums.leftOut,
    left_out_against_line_count: sums.leftOutOther,
    log_rank: describeTest(test),
    mean: meanDifference(kept, describeCurves(kept, 2, maxAge), 0, 1),
  };
}

/** Gives the second group's lines the weights with which each stratum has as many of them as of the first. */
function weighSecond({ size, group, stratum, ended, left }: LifeEntries, lines: Float64Array): void {
  for (let at = 0; at < size; at++) {
    if (group[at] === 0) continue;
    const cell = 2 * (stratum[at] ?? 0);
    const weight = (lines[cell] ?? 0) / (lines[cell + 1] ?? 1);
    ended[at] = (ended[at] ?? 0) * weight;
    left[at] = (left[at] ?? 0) * weight;
  }
}

/** Of both groups, side by side. */
function linesByStratum({ size, stratum, group, ended, left }: LifeEntries): Float64Array {
  let most = -1;
  for (let at = 0; at < size; at++) most = Math.max(most, stratum[at] ?? 0);
  const lines = new Float64Array(2 * (most + 1));
  for (let at = 0; at < size; at++) {
    const cell = 2 * (stratum[at] ?? 0) + (group[at] ?? 0);
    lines[cell] = (lines[cell] ?? 0) + (ended[at] ?? 0) + (left[at] ?? 0);
  }
  return lines;
}
