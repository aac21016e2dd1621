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
  /** By age from 0 to `lastAge`: the survival after the ends of that age, and the sums that the errors follow from. */
  steps: Steps;
}

interface Steps {
  survival: Float64Array;
  /** Σ ended / (at risk × (at risk − ended)), up to and including an age. */
  hazard: Float64Array;
  /** 1 / (at risk − ended) at an age. */
  weight: Float64Array;
}

/** The weight of the lines of each stratum, where a comparison gives more or less to some; null: 1. */
export type Weights = Float64Array | null;

/**
 * Kaplan–Meier over the given entries. The lines of one commit live and end together, so the variance is that of the commits: the
 * infinitesimal jackknife, in which the influence of every line on the curve is summed up by commit before it is squared (R's
 * `survfit(…, cluster = commit)`). With A(t) = Σ d/(n(n−d)) and B(t) = 1/(n−d), the influence of commit c on log S(t) is
 *
 *   U(t) = Y·A(t) + K      Y: its lines still under observation; K: Σ A(age) of those that left, less Σ B(age) of those that ended
 *
 * and Σ U² = A²·ΣY² + 2A·ΣYK + ΣK²: three sums that change only where a commit's lines leave, so that all ages take one pass.
 */
export function kaplanMeier(entries: LifeEntries, places: Int32Array, weights: Weights = null): SurvivalCurve {
  const lastAge = places.length === 0 ? 0 : (entries.age[places[places.length - 1] ?? 0] ?? 0);
  const { ended, left, own, lines, clusters } = countByAge(entries, places, lastAge, weights);
  const steps = stepsOf(ended, left, lines, lastAge);
  let [squares, products, inwardSquares] = [0, 0, 0];
  for (let cluster = 0; cluster < own.length; cluster += 2) squares += (own[cluster] ?? 0) * (own[cluster] ?? 0);
  const points: SurvivalPoint[] = [];
  let atRisk = lines;
  let at = 0;
  for (let age = 0; age <= lastAge; age++) {
    const hazard = steps.hazard[age] ?? 0;
    const weight = steps.weight[age] ?? 0;
    for (; at < places.length && entries.age[places[at] ?? 0] === age; at++) {
      const place = places[at] ?? 0;
      const cluster = 2 * (entries.cluster[place] ?? 0);
      const lineWeight = weights === null ? 1 : (weights[entries.stratum[place] ?? 0] ?? 0);
      const gone = (entries.ended[place] ?? 0) * lineWeight;
      const out = gone + (entries.left[place] ?? 0) * lineWeight;
      const alive = own[cluster] ?? 0;
      const held = own[cluster + 1] ?? 0;
      const aliveAfter = alive - out;
      const heldAfter = held + out * hazard - gone * weight;
      squares += aliveAfter * aliveAfter - alive * alive;
      products += aliveAfter * heldAfter - alive * held;
      inwardSquares += heldAfter * heldAfter - held * held;
      own[cluster] = aliveAfter;
      own[cluster + 1] = heldAfter;
    }
    const died = ended[age] ?? 0;
    if (died > 0) {
      const survival = steps.survival[age] ?? 0;
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
  const total = points.reduce((sum, point) => sum + point.ended, 0);
  return { points, lastAge, lines, ended: total, clusters, steps };
}

/** `own` has two numbers for each cluster, side by side in memory: its lines still under observation, and what those that left amount to. */
function countByAge(entries: LifeEntries, places: Int32Array, lastAge: number, weights: Weights) {
  const ended = new Float64Array(lastAge + 1);
  const left = new Float64Array(lastAge + 1);
  const own = new Float64Array(2 * entries.clusterCount);
  let lines = 0;
  let clusters = 0;
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const age = entries.age[place] ?? 0;
    const cluster = 2 * (entries.cluster[place] ?? 0);
    const weight = weights === null ? 1 : (weights[entries.stratum[place] ?? 0] ?? 0);
    const gone = (entries.ended[place] ?? 0) * weight;
    const kept = (entries.left[place] ?? 0) * weight;
    ended[age] = (ended[age] ?? 0) + gone;
    left[age] = (left[age] ?? 0) + kept;
    if (own[cluster] === 0) clusters++;
    own[cluster] = (own[cluster] ?? 0) + gone + kept;
    lines += gone + kept;
  }
  return { ended, left, own, lines, clusters };
}

function stepsOf(ended: Float64Array, left: Float64Array, lines: number, lastAge: number): Steps {
  const steps = {
    survival: new Float64Array(lastAge + 1),
    hazard: new Float64Array(lastAge + 1),
    weight: new Float64Array(lastAge + 1),
  };
  // From the end, so that rounding of weights leaves the last lines at risk exact.
  const risk = new Float64Array(lastAge + 2);
  for (let age = lastAge; age >= 0; age--) risk[age] = (risk[age + 1] ?? 0) + (ended[age] ?? 0) + (left[age] ?? 0);
  risk[0] = lines;
  let survival = 1;
  let hazard = 0;
  for (let age = 0; age <= lastAge; age++) {
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
  return steps;
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

export interface RestrictedMean {
  days: number;
  standardError: number;
  unclusteredError: number;
  /** The influence of each cluster, for the error of a difference between groups. */
  influence: Float64Array;
}

/** The mean days that a line lives of the first `until` days: the area under the curve. */
export function restrictedMean(
  entries: LifeEntries,
  places: Int32Array,
  { steps, lastAge, points }: SurvivalCurve,
  until: number,
  weights: Weights = null,
): RestrictedMean {
  const area = new Float64Array(until + 1);
  const hazardArea = new Float64Array(until + 1);
  for (let age = 0; age < until; age++) {
    const known = Math.min(age, lastAge);
    const survival = steps.survival[known] ?? 1;
    area[age + 1] = (area[age] ?? 0) + survival;
    hazardArea[age + 1] = (hazardArea[age] ?? 0) + survival * (steps.hazard[known] ?? 0);
  }
  const whole = area[until] ?? 0;
  const wholeHazard = hazardArea[until] ?? 0;
  const influence = new Float64Array(entries.clusterCount);
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const cluster = entries.cluster[place] ?? 0;
    const age = entries.age[place] ?? 0;
    const lineWeight = weights === null ? 1 : (weights[entries.stratum[place] ?? 0] ?? 0);
    const gone = (entries.ended[place] ?? 0) * lineWeight;
    const out = gone + (entries.left[place] ?? 0) * lineWeight;
    let own = (influence[cluster] ?? 0) + out * wholeHazard;
    if (age < until) {
      const inward = out * (steps.hazard[age] ?? 0) - gone * (steps.weight[age] ?? 0);
      own += inward * (whole - (area[age] ?? 0)) - out * (wholeHazard - (hazardArea[age] ?? 0));
    }
    influence[cluster] = own;
  }
  let variance = 0;
  for (const value of influence) variance += value * value;
  let greenwood = 0;
  for (const { age, atRisk, ended } of points) {
    if (age >= until || atRisk === ended) continue;
    greenwood += (whole - (area[age] ?? 0)) ** 2 * (ended / (atRisk * (atRisk - ended)));
  }
  return { days: whole, standardError: Math.sqrt(variance), unclusteredError: Math.sqrt(greenwood), influence };
}
