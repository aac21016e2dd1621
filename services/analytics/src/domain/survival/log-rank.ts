import { chiSquareTail } from './chi-square.ts';
import { countByAge } from './kaplan-meier.ts';
import { type LifeEntries, orderedBy, placesTo } from './life-entries.ts';

export interface LogRank {
  chiSquare: number;
  degreesOfFreedom: number;
  pValue: number;
}

export interface LogRankTest {
  /** With the lines of a commit taken together. */
  clustered: LogRank | null;
  /** As if each line were an observation of its own. */
  unclustered: LogRank | null;
  /** By group: ends that were seen, and that were to be expected if all groups lived alike. */
  observed: Float64Array;
  expected: Float64Array;
}

interface Sums {
  groups: number;
  observed: Float64Array;
  expected: Float64Array;
  variance: Float64Array;
}

const emptySums = (groups: number): Sums => ({
  groups,
  observed: new Float64Array(groups),
  expected: new Float64Array(groups),
  variance: new Float64Array(groups * groups),
});

/**
 * Whether groups live alike. The unclustered test has the variance of the hypergeometric distribution (R's `survdiff`). The clustered one has
 * that of the score residuals summed up by commit (the robust score test of R's `coxph(…, cluster = commit, ties = "breslow")`): a line of
 * group g that left at age x has, for each group h,
 *
 *   [it ended] (1{g=h} − n_h/n at x) − Σ over ages up to x of (1{g=h} − n_h/n) d/n
 */
export function logRank(entries: LifeEntries, groups: number): LogRankTest {
  const sums = emptySums(groups);
  const moments = momentsByAge(entries, sums);
  const { size, cluster, group, age, ended, left } = entries;
  const robust = new Float64Array(groups * groups);
  const residual = new Float64Array(groups);
  // Residuals add up to 0: the last group's follows from the others', and no test asks for it.
  const told = groups - 1;
  for (let from = 0, to = 0; from < size; from = to) {
    const own = cluster[from] ?? 0;
    residual.fill(0);
    for (to = from; to < size && cluster[to] === own; to++) {
      const at = age[to] ?? 0;
      const gone = ended[to] ?? 0;
      const out = gone + (left[to] ?? 0);
      const of = group[to] ?? 0;
      residual[of] = (residual[of] ?? 0) + gone - out * (moments.hazard[at] ?? 0);
      for (let one = 0, cell = at * groups; one < told; one++, cell++)
        residual[one] =
          (residual[one] ?? 0) + out * (moments.groupHazard[cell] ?? 0) - gone * (moments.share[cell] ?? 0);
    }
    addSquares(robust, residual, 0, groups);
  }
  return testOf(sums, robust);
}

/** By age, and by age and group: Σ d/n up to it, each group's share of those at risk, and Σ share × d/n up to it. */
function momentsByAge(entries: LifeEntries, sums: Sums) {
  const { groups } = sums;
  const { ages, ended, left } = countByAge(entries, groups);
  const hazard = new Float64Array(ages);
  const share = new Float64Array(ages * groups);
  const groupHazard = new Float64Array(ages * groups);
  const atRisk = new Float64Array(groups);
  const died = new Float64Array(groups);
  for (let group = 0; group < groups; group++)
    for (let age = 0, cell = group * ages; age < ages; age++, cell++)
      atRisk[group] = (atRisk[group] ?? 0) + (ended[cell] ?? 0) + (left[cell] ?? 0);
  for (let age = 0; age < ages; age++) {
    for (let group = 0; group < groups; group++) died[group] = ended[group * ages + age] ?? 0;
    const [n, d] = [sum(atRisk), sum(died)];
    if (d > 0) noteDeaths(atRisk, died, n, d, sums);
    hazard[age] = (hazard[age - 1] ?? 0) + (d > 0 ? d / n : 0);
    for (let group = 0; group < groups; group++) {
      const cell = age * groups + group;
      share[cell] = n > 0 ? (atRisk[group] ?? 0) / n : 0;
      groupHazard[cell] = (groupHazard[cell - groups] ?? 0) + (d > 0 ? ((share[cell] ?? 0) * d) / n : 0);
      atRisk[group] = (atRisk[group] ?? 0) - (died[group] ?? 0) - (left[group * ages + age] ?? 0);
    }
  }
  return { hazard, share, groupHazard };
}

/** The same with each stratum compared within itself. */
export function stratifiedLogRank(entries: LifeEntries, groups: number): LogRankTest {
  const sums = emptySums(groups);
  const ordered = orderedBy(entries.stratum, orderedBy(entries.age, placesTo(entries.size)));
  const residual = new Float64Array(entries.clusterCount * groups);
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    const stratum = entries.stratum[ordered[from] ?? 0];
    while (to < ordered.length && entries.stratum[ordered[to] ?? 0] === stratum) to++;
    compareWithin(entries, ordered.subarray(from, to), sums, residual);
  }
  const robust = new Float64Array(groups * groups);
  for (let cluster = 0; cluster < entries.clusterCount; cluster++)
    addSquares(robust, residual, cluster * groups, groups);
  return testOf(sums, robust);
}

/** Entries of one stratum, by age. */
function compareWithin(entries: LifeEntries, ordered: Int32Array, sums: Sums, residual: Float64Array): void {
  const { groups } = sums;
  const told = groups - 1;
  const { cluster, group: groupOf, age: ageOf, ended, left } = entries;
  const [atRisk, groupHazard, died] = [new Float64Array(groups), new Float64Array(groups), new Float64Array(groups)];
  let n = 0;
  for (let index = 0; index < ordered.length; index++) {
    const place = ordered[index] ?? 0;
    const group = groupOf[place] ?? 0;
    const lines = (ended[place] ?? 0) + (left[place] ?? 0);
    atRisk[group] = (atRisk[group] ?? 0) + lines;
    n += lines;
  }
  let hazard = 0;
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    const age = ageOf[ordered[from] ?? 0];
    let d = 0;
    died.fill(0);
    for (to = from; to < ordered.length; to++) {
      const place = ordered[to] ?? 0;
      if (ageOf[place] !== age) break;
      const gone = ended[place] ?? 0;
      const group = groupOf[place] ?? 0;
      died[group] = (died[group] ?? 0) + gone;
      d += gone;
    }
    if (d > 0) {
      noteDeaths(atRisk, died, n, d, sums);
      hazard += d / n;
      for (let group = 0; group < told; group++)
        groupHazard[group] = (groupHazard[group] ?? 0) + ((atRisk[group] ?? 0) / n) * (d / n);
    }
    for (let at = from; at < to; at++) {
      const place = ordered[at] ?? 0;
      const own = groupOf[place] ?? 0;
      const gone = ended[place] ?? 0;
      const lines = gone + (left[place] ?? 0);
      const first = (cluster[place] ?? 0) * groups;
      residual[first + own] = (residual[first + own] ?? 0) + gone - lines * hazard;
      for (let group = 0; group < told; group++)
        residual[first + group] =
          (residual[first + group] ?? 0) + lines * (groupHazard[group] ?? 0) - (gone * (atRisk[group] ?? 0)) / n;
    }
    for (let at = from; at < to; at++) {
      const place = ordered[at] ?? 0;
      const group = groupOf[place] ?? 0;
      const lines = (ended[place] ?? 0) + (left[place] ?? 0);
      atRisk[group] = (atRisk[group] ?? 0) - lines;
      n -= lines;
    }
  }
}

function noteDeaths(atRisk: Float64Array, died: Float64Array, n: number, d: number, sums: Sums): void {
  const { groups, observed, expected, variance } = sums;
  const spread = n > 1 ? (d * (n - d)) / (n - 1) : 0;
  for (let one = 0; one < groups; one++) {
    const share = (atRisk[one] ?? 0) / n;
    observed[one] = (observed[one] ?? 0) + (died[one] ?? 0);
    expected[one] = (expected[one] ?? 0) + share * d;
    if (share === 0) continue;
    for (let other = 0; other < groups; other++) {
      const common = (one === other ? share : 0) - share * ((atRisk[other] ?? 0) / n);
      variance[one * groups + other] = (variance[one * groups + other] ?? 0) + spread * common;
    }
  }
}

/** Adds the products of a cluster's residuals, the greater group's number first; the last group has no part in a test. */
function addSquares(robust: Float64Array, residual: Float64Array, from: number, groups: number): void {
  for (let one = 0; one < groups - 1; one++) {
    const own = residual[from + one] ?? 0;
    if (own === 0) continue;
    for (let other = 0, cell = one * groups; other <= one; other++, cell++)
      robust[cell] = (robust[cell] ?? 0) + own * (residual[from + other] ?? 0);
  }
}

function testOf({ groups, observed, expected, variance }: Sums, robust: Float64Array): LogRankTest {
  const compared = Array.from({ length: groups }, (_, group) => group).filter((group) => (expected[group] ?? 0) > 0);
  const kept = compared.slice(0, -1);
  const score = kept.map((group) => (observed[group] ?? 0) - (expected[group] ?? 0));
  const pick = (matrix: Float64Array) =>
    kept.map((one) => kept.map((other) => matrix[Math.max(one, other) * groups + Math.min(one, other)] ?? 0));
  return { clustered: test(pick(robust), score), unclustered: test(pick(variance), score), observed, expected };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += values[at] ?? 0;
  return total;
}

/** score' × variance⁻¹ × score; null where there is nothing to compare. */
function test(variance: number[][], score: number[]): LogRank | null {
  if (score.length === 0) return null;
  const solved = solve(variance, score);
  if (solved === null) return null;
  const chiSquare = score.reduce((total, value, index) => total + value * (solved[index] ?? 0), 0);
  return { chiSquare, degreesOfFreedom: score.length, pValue: chiSquareTail(chiSquare, score.length) };
}

/** Gauss' elimination with pivots; null where the matrix has no inverse. */
function solve(matrix: number[][], right: number[]): number[] | null {
  const size = right.length;
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const scale = Math.max(...matrix.flat().map(Math.abs));
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const [best, here] = [rows[pivot], rows[column]];
    if (!best || !here || Math.abs(best[column] ?? 0) <= scale * 1e-13) return null;
    rows[pivot] = here;
    rows[column] = best;
    for (let row = 0; row < size; row++) {
      const target = rows[row];
      if (row === column || !target) continue;
      const factor = (target[column] ?? 0) / (best[column] ?? 1);
      if (factor === 0) continue;
      for (let cell = column; cell <= size; cell++) target[cell] = (target[cell] ?? 0) - factor * (best[cell] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}
