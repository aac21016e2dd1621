import { chiSquareTail } from './chi-square.ts';
import { type LifeEntries, placesByStratum } from './life-entries.ts';

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

/**
 * Whether groups live alike, each stratum compared within itself or all together. The unclustered test has the variance of the hypergeometric
 * distribution (R's `survdiff`). The clustered one has that of the score residuals summed up by commit (the robust score test of R's
 * `coxph(…, cluster = commit, ties = "breslow")`): a line of group g that left at age x has, for each group h,
 *
 *   [it ended] (1{g=h} − n_h/n at x) − Σ over ages up to x of (1{g=h} − n_h/n) d/n
 */
export function logRank(entries: LifeEntries, places: Int32Array, groups: number, isStratified: boolean): LogRankTest {
  const observed = new Float64Array(groups);
  const expected = new Float64Array(groups);
  const variance = new Float64Array(groups * groups);
  const residual = new Float64Array(entries.clusterCount * groups);
  const ordered = isStratified ? placesByStratum(entries, places) : places;
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    const stratum = entries.stratum[ordered[from] ?? 0];
    if (isStratified) while (to < ordered.length && entries.stratum[ordered[to] ?? 0] === stratum) to++;
    else to = ordered.length;
    compareWithin(entries, ordered.subarray(from, to), groups, { observed, expected, variance, residual });
  }
  const compared = Array.from({ length: groups }, (_, group) => group).filter((group) => (expected[group] ?? 0) > 0);
  const kept = compared.slice(0, -1);
  const score = kept.map((group) => (observed[group] ?? 0) - (expected[group] ?? 0));
  const robust = new Float64Array(groups * groups);
  for (let cluster = 0; cluster < entries.clusterCount; cluster++) {
    for (const one of kept) {
      const own = residual[cluster * groups + one] ?? 0;
      if (own === 0) continue;
      for (const other of kept) {
        if (other > one) break;
        robust[one * groups + other] =
          (robust[one * groups + other] ?? 0) + own * (residual[cluster * groups + other] ?? 0);
      }
    }
  }
  for (const one of kept)
    for (const other of kept) if (other > one) robust[one * groups + other] = robust[other * groups + one] ?? 0;
  const pick = (matrix: Float64Array) => kept.map((one) => kept.map((other) => matrix[one * groups + other] ?? 0));
  return { clustered: test(pick(robust), score), unclustered: test(pick(variance), score), observed, expected };
}

interface Sums {
  observed: Float64Array;
  expected: Float64Array;
  variance: Float64Array;
  residual: Float64Array;
}

/** Entries of one stratum, by age. */
function compareWithin(entries: LifeEntries, ordered: Int32Array, groups: number, sums: Sums): void {
  const atRisk = new Float64Array(groups);
  for (let index = 0; index < ordered.length; index++) {
    const place = ordered[index] ?? 0;
    const group = entries.group[place] ?? 0;
    atRisk[group] = (atRisk[group] ?? 0) + (entries.ended[place] ?? 0) + (entries.left[place] ?? 0);
  }
  let hazard = 0;
  const groupHazard = new Float64Array(groups);
  const share = new Float64Array(groups);
  const died = new Float64Array(groups);
  const out = new Float64Array(groups);
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    const age = entries.age[ordered[from] ?? 0];
    died.fill(0);
    out.fill(0);
    for (to = from; to < ordered.length && entries.age[ordered[to] ?? 0] === age; to++) {
      const place = ordered[to] ?? 0;
      const group = entries.group[place] ?? 0;
      died[group] = (died[group] ?? 0) + (entries.ended[place] ?? 0);
      out[group] = (out[group] ?? 0) + (entries.ended[place] ?? 0) + (entries.left[place] ?? 0);
    }
    const n = sum(atRisk);
    const d = sum(died);
    if (d > 0) noteDeaths(atRisk, died, n, d, groups, sums);
    hazard += d / n;
    for (let group = 0; group < groups; group++) {
      share[group] = (atRisk[group] ?? 0) / n;
      groupHazard[group] = (groupHazard[group] ?? 0) + ((share[group] ?? 0) * d) / n;
    }
    const moment = { share, hazard, groupHazard, residual: sums.residual };
    for (let at = from; at < to; at++) noteResiduals(entries, ordered[at] ?? 0, groups, moment);
    for (let group = 0; group < groups; group++) atRisk[group] = (atRisk[group] ?? 0) - (out[group] ?? 0);
  }
}

function noteDeaths(
  atRisk: Float64Array,
  died: Float64Array,
  n: number,
  d: number,
  groups: number,
  { observed, expected, variance }: Sums,
): void {
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

interface Moment {
  /** Of each group among those at risk. */
  share: Float64Array;
  hazard: number;
  groupHazard: Float64Array;
  residual: Float64Array;
}

function noteResiduals(
  entries: LifeEntries,
  place: number,
  groups: number,
  { share, hazard, groupHazard, residual }: Moment,
): void {
  const own = entries.group[place] ?? 0;
  const ended = entries.ended[place] ?? 0;
  const lines = ended + (entries.left[place] ?? 0);
  const first = (entries.cluster[place] ?? 0) * groups;
  for (let group = 0; group < groups; group++) {
    const isOwn = group === own ? 1 : 0;
    const seen = ended * (isOwn - (share[group] ?? 0));
    const due = lines * (isOwn * hazard - (groupHazard[group] ?? 0));
    residual[first + group] = (residual[first + group] ?? 0) + seen - due;
  }
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
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
