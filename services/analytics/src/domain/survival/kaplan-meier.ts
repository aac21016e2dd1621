import type { LifeEntries } from './life-entries.ts';

/** The share of lines that live to an age, at each age at which lines ended. */
export interface SurvivalPoint {
  age: number;
  survival: number;
  /** Lines that were alive just before this age. */
  atRisk: number;
  ended: number;
  /** Of the survival, with the lines of a commit taken together. */
  standardError: number;
  /** As if each line were an observation of its own (Greenwood). */
  unclusteredError: number;
}

export interface SurvivalCurve {
  points: SurvivalPoint[];
  /** The oldest age at which a line was seen. */
  lastAge: number;
  lines: number;
  ended: number;
  clusters: number;
  /** By age from 0 on: the survival after the ends of that age, and the sums that the errors follow from. */
  steps: Steps;
}

interface Steps {
  survival: Float64Array;
  /** Σ ended / (at risk × (at risk − ended)), up to and including an age. */
  hazard: Float64Array;
  /** 1 / (at risk − ended) at an age. */
  weight: Float64Array;
}

/** Lines that ended and that were last seen, by group and age: a group's ages stand together. */
export interface AgeCounts {
  /** Ages from 0 on. */
  ages: number;
  ended: Float64Array;
  left: Float64Array;
}

export function countByAge({ size, group, age, ended, left }: LifeEntries, groups: number): AgeCounts {
  let last = 0;
  for (let at = 0; at < size; at++) last = Math.max(last, age[at] ?? 0);
  const ages = last + 1;
  const counts = { ages, ended: new Float64Array(groups * ages), left: new Float64Array(groups * ages) };
  for (let at = 0; at < size; at++) {
    const cell = (group[at] ?? 0) * ages + (age[at] ?? 0);
    counts.ended[cell] = (counts.ended[cell] ?? 0) + (ended[at] ?? 0);
    counts.left[cell] = (counts.left[cell] ?? 0) + (left[at] ?? 0);
  }
  return counts;
}

/**
 * Kaplan–Meier of each group. The lines of one commit live and end together, so the variance is that of the commits: the infinitesimal
 * jackknife, in which the influence of every line on the curve is summed up by commit before it is squared (R's
 * `survfit(…, cluster = commit)`). With A(t) = Σ d/(n(n−d)) and B(t) = 1/(n−d), the influence of commit c on log S(t) is
 *
 *   U(t) = Y·A(t) + K      Y: its lines still under observation; K: Σ A(age) of those that left, less Σ B(age) of those that ended
 *
 * and Σ U² = A²·ΣY² + 2A·ΣYK + ΣK²: three sums that change only where a commit's lines leave. The changes are noted by age while commits
 * are gone through one after another, and summed up over ages at the end.
 */
export function survivalCurves(entries: LifeEntries, groups: number): SurvivalCurve[] {
  const counts = countByAge(entries, groups);
  const { ages } = counts;
  const steps = {
    survival: new Float64Array(groups * ages),
    hazard: new Float64Array(groups * ages),
    weight: new Float64Array(groups * ages),
  };
  const curves = Array.from({ length: groups }, (_, group): SurvivalCurve => {
    const part = <T extends Float64Array>(values: T) => values.subarray(group * ages, (group + 1) * ages);
    const own = { survival: part(steps.survival), hazard: part(steps.hazard), weight: part(steps.weight) };
    return { points: [], clusters: 0, ...fillSteps(own, part(counts.ended), part(counts.left)), steps: own };
  });
  const changes = new Float64Array(CHANGES * groups * ages);
  const clusters = noteChanges(entries, groups, ages, steps, changes);
  for (const [group, curve] of curves.entries()) {
    const from = group * ages;
    curve.clusters = clusters[group] ?? 0;
    curve.points = pointsOf(
      curve,
      counts.ended.subarray(from, from + ages),
      counts.left.subarray(from, from + ages),
      changes.subarray(CHANGES * from, CHANGES * (from + ages)),
    );
  }
  return curves;
}

function fillSteps(steps: Steps, ended: Float64Array, left: Float64Array) {
  const ages = ended.length;
  // From the end, so that rounding of weights leaves the last lines at risk exact.
  const risk = new Float64Array(ages + 1);
  let lastAge = 0;
  let gone = 0;
  for (let age = ages - 1; age >= 0; age--) {
    const out = (ended[age] ?? 0) + (left[age] ?? 0);
    if (out > 0 && lastAge === 0) lastAge = age;
    gone += ended[age] ?? 0;
    risk[age] = (risk[age + 1] ?? 0) + out;
  }
  let survival = 1;
  let hazard = 0;
  for (let age = 0; age < ages; age++) {
    const n = risk[age] ?? 0;
    const d = ended[age] ?? 0;
    const alive = n - d;
    if (d > 0) survival *= alive / n;
    // Where all end there is nothing left to be uncertain of.
    if (d > 0 && alive > 0) hazard += d / (n * alive);
    steps.survival[age] = survival;
    steps.hazard[age] = hazard;
    steps.weight[age] = alive > 0 ? 1 / alive : 0;
  }
  return { lines: risk[0] ?? 0, ended: gone, lastAge };
}

/** Of Y², YK and K², side by side in memory. */
const CHANGES = 3;

/** Notes how much the three sums change at each age of each group; gives the number of clusters of each. */
function noteChanges(
  { size, cluster, group, age, ended, left }: LifeEntries,
  groups: number,
  ages: number,
  { hazard, weight }: Steps,
  changes: Float64Array,
): Float64Array {
  const clusters = new Float64Array(groups);
  const [alive, held] = [new Float64Array(groups), new Float64Array(groups)];
  const met = new Int32Array(groups).fill(-1);
  for (let from = 0, to = 0; from < size; from = to) {
    const own = cluster[from] ?? 0;
    for (to = from; to < size && cluster[to] === own; to++) {
      const of = group[to] ?? 0;
      if (met[of] !== own) {
        met[of] = own;
        alive[of] = 0;
        held[of] = 0;
        clusters[of] = (clusters[of] ?? 0) + 1;
      }
      alive[of] = (alive[of] ?? 0) + (ended[to] ?? 0) + (left[to] ?? 0);
    }
    for (let at = from; at < to; at++) {
      const of = group[at] ?? 0;
      const cell = of * ages + (age[at] ?? 0);
      const gone = ended[at] ?? 0;
      const out = gone + (left[at] ?? 0);
      const before = alive[of] ?? 0;
      const heldBefore = held[of] ?? 0;
      const after = before - out;
      const heldAfter = heldBefore + out * (hazard[cell] ?? 0) - gone * (weight[cell] ?? 0);
      const change = CHANGES * cell;
      changes[change] = (changes[change] ?? 0) + after * after - before * before;
      changes[change + 1] = (changes[change + 1] ?? 0) + after * heldAfter - before * heldBefore;
      changes[change + 2] = (changes[change + 2] ?? 0) + heldAfter * heldAfter - heldBefore * heldBefore;
      alive[of] = after;
      held[of] = heldAfter;
    }
  }
  return clusters;
}

function pointsOf(
  { lines, lastAge, steps }: SurvivalCurve,
  ended: Float64Array,
  left: Float64Array,
  changes: Float64Array,
): SurvivalPoint[] {
  // At the end no line is under observation, so that Σ Y² of the beginning is what it lost since.
  let [squares, products, inwardSquares] = [0, 0, 0];
  for (let age = lastAge; age >= 0; age--) squares -= changes[CHANGES * age] ?? 0;
  const points: SurvivalPoint[] = [];
  let atRisk = lines;
  for (let age = 0; age <= lastAge; age++) {
    squares += changes[CHANGES * age] ?? 0;
    products += changes[CHANGES * age + 1] ?? 0;
    inwardSquares += changes[CHANGES * age + 2] ?? 0;
    const died = ended[age] ?? 0;
    if (died > 0) {
      const [survival, hazard] = [steps.survival[age] ?? 0, steps.hazard[age] ?? 0];
      const variance = hazard * hazard * squares + 2 * hazard * products + inwardSquares;
      points.push({
        age,
        survival,
        atRisk,
        ended: died,
        standardError: survival * Math.sqrt(Math.max(variance, 0)),
        unclusteredError: survival * Math.sqrt(hazard),
      });
    }
    atRisk -= died + (left[age] ?? 0);
  }
  return points;
}

const HALF_TOLERANCE = 1.5e-8;

/** The first age by which half of the lines have ended; where just half has, the middle until the next end. Null: more than half live. */
export function medianAge(values: readonly { age: number; value: number | null }[]): number | null {
  const at = values.findIndex(({ value }) => value !== null && value <= 0.5 + HALF_TOLERANCE);
  const found = values[at];
  if (!found || found.value === null) return null;
  if (Math.abs(found.value - 0.5) >= HALF_TOLERANCE) return found.age;
  const half = found.value;
  const below = values.slice(at).find(({ value }) => value !== null && value < half);
  return below ? (found.age + below.age) / 2 : found.age;
}
