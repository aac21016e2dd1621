import type { SurvivalCurve } from './kaplan-meier.ts';
import type { LifeEntries } from './life-entries.ts';

export interface RestrictedMean {
  days: number;
  standardError: number;
  unclusteredError: number;
}

export interface RestrictedMeans {
  means: RestrictedMean[];
  /** Of the means of two groups, with the lines of a commit taken together. */
  errorOfDifference(one: number, other: number): number;
}

/**
 * The mean days that a line of each group lives of the first days, as many as its group's `until` says: the area under the curve. A commit
 * with lines of several groups has an influence on each of their means.
 */
export function restrictedMeans(
  entries: LifeEntries,
  curves: readonly SurvivalCurve[],
  untils: readonly number[],
): RestrictedMeans {
  const groups = curves.length;
  const ages = curves[0]?.steps.survival.length ?? 0;
  const ofOut = new Float64Array(groups * ages);
  const ofEnded = new Float64Array(groups * ages);
  const plain = curves.map((curve, group) => {
    const part = <T extends Float64Array>(values: T) => values.subarray(group * ages, (group + 1) * ages);
    return fillInfluences(curve, untils[group] ?? 0, part(ofOut), part(ofEnded));
  });
  const common = sumProducts(entries, groups, ages, ofOut, ofEnded);
  const commonOf = (one: number, other: number) => common[Math.max(one, other) * groups + Math.min(one, other)] ?? 0;
  return {
    means: plain.map((mean, group) => ({ ...mean, standardError: Math.sqrt(commonOf(group, group)) })),
    errorOfDifference: (one, other) =>
      Math.sqrt(Math.max(commonOf(one, one) + commonOf(other, other) - 2 * commonOf(one, other), 0)),
  };
}

/** Fills in the influence on the mean of a line that left at an age, and what is added to it if it ended then. */
function fillInfluences(
  { steps, lastAge, points }: SurvivalCurve,
  until: number,
  ofOut: Float64Array,
  ofEnded: Float64Array,
): Omit<RestrictedMean, 'standardError'> {
  const area = new Float64Array(until + 1);
  const hazardArea = new Float64Array(until + 1);
  for (let age = 0; age < until; age++) {
    const known = Math.min(age, lastAge);
    const survival = steps.survival[known] ?? 1;
    area[age + 1] = (area[age] ?? 0) + survival;
    hazardArea[age + 1] = (hazardArea[age] ?? 0) + survival * (steps.hazard[known] ?? 0);
  }
  const whole = area[until] ?? 0;
  for (let age = 0; age < ofOut.length; age++) {
    const ahead = age < until ? whole - (area[age] ?? 0) : 0;
    ofOut[age] = (hazardArea[Math.min(age, until)] ?? 0) + (steps.hazard[age] ?? 0) * ahead;
    ofEnded[age] = -(steps.weight[age] ?? 0) * ahead;
  }
  let greenwood = 0;
  for (const { age, atRisk, ended } of points) {
    if (age >= until || atRisk === ended) continue;
    greenwood += (whole - (area[age] ?? 0)) ** 2 * (ended / (atRisk * (atRisk - ended)));
  }
  return { days: whole, unclusteredError: Math.sqrt(greenwood) };
}

/** Σ over clusters of the products of their influences on two groups' means, the greater group's number first. */
function sumProducts(
  { size, cluster, group, age, ended, left }: LifeEntries,
  groups: number,
  ages: number,
  ofOut: Float64Array,
  ofEnded: Float64Array,
): Float64Array {
  const common = new Float64Array(groups * groups);
  const influence = new Float64Array(groups);
  const met = new Int32Array(groups);
  let count = 0;
  for (let from = 0, to = 0; from < size; from = to) {
    const own = cluster[from] ?? 0;
    for (to = from; to < size && cluster[to] === own; to++) {
      const of = group[to] ?? 0;
      const cell = of * ages + (age[to] ?? 0);
      const gone = ended[to] ?? 0;
      const added = (gone + (left[to] ?? 0)) * (ofOut[cell] ?? 0) + gone * (ofEnded[cell] ?? 0);
      const before = influence[of] ?? 0;
      if (before === 0) met[count++] = of;
      // Never again 0, so that a group is met once.
      influence[of] = before + added || Number.MIN_VALUE;
    }
    for (let one = 0; one < count; one++) {
      const first = met[one] ?? 0;
      for (let other = 0; other <= one; other++) {
        const second = met[other] ?? 0;
        const cell = Math.max(first, second) * groups + Math.min(first, second);
        common[cell] = (common[cell] ?? 0) + (influence[first] ?? 0) * (influence[second] ?? 0);
      }
    }
    for (; count > 0; count--) influence[met[count - 1] ?? 0] = 0;
  }
  return common;
}
