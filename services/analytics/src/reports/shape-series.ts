import { dayMs } from '@linescope/contract/days';
import { isCounted } from '../segments/measure.ts';
import { dividesByWorkingDays, emptyValue, formulaSeries, isAdditive, type Segment } from '../segments/segment.ts';
import type { Cell } from './cell.ts';
import type { Bucket } from './intervals.ts';

/** A series with a value for each interval shown. */
export interface Series {
  /** As the statement names it: an id, a name of its own, or nothing for the only one. */
  key: string;
  values: (number | null)[];
}

export interface Shaped {
  buckets: Bucket[];
  series: Series[];
}

export interface ShapeOptions {
  fillAllDates: boolean;
  projectFinalPoint: boolean;
  now: Date;
}

/** Fills gaps, narrows to where data exists, projects the last interval on request. Values are not rounded yet. */
export function shapeSeries(segment: Segment, cells: Cell[], buckets: Bucket[], options: ShapeOptions): Shaped {
  const place = new Map(buckets.map((bucket, index) => [bucket.start, index]));
  const names = formulaSeries(segment);
  const byKey = new Map<string, (number | null)[]>();
  let [first, last] = options.fillAllDates ? [0, buckets.length - 1] : [buckets.length, -1];
  const empty = emptyValues(segment, buckets);
  const valuesOf = (key: string) => {
    const known = byKey.get(key);
    if (known) return known;
    const values = [...empty];
    byKey.set(key, values);
    return values;
  };
  for (const cell of cells) {
    const index = place.get(cell.bucket);
    if (index === undefined || (!options.fillAllDates && !isData(segment, cell))) continue;
    first = Math.min(first, index);
    last = Math.max(last, index);
    cell.values.forEach((value, part) => {
      valuesOf(names?.[part] ?? cell.series)[index] = value;
    });
  }
  if (options.fillAllDates && byKey.size === 0) for (const key of names ?? ['']) valuesOf(key);
  if (options.projectFinalPoint && isAdditive(segment)) project(byKey, buckets, options.now);

  return {
    buckets: buckets.slice(first, last + 1),
    series: [...byKey].map(([key, values]) => ({ key, values: values.slice(first, last + 1) })),
  };
}

/** Records that a mean is not about are no data: neither does a range reach to them, nor do they make a series. */
export const isData = ({ measures }: Segment, { values }: Cell): boolean =>
  values.some((value) => value !== null) || Object.values(measures).some(isCounted);

/** Nothing by no working days is no number. */
function emptyValues(segment: Segment, buckets: readonly Bucket[]): (number | null)[] {
  const empty = emptyValue(segment);
  const needsWork = dividesByWorkingDays(segment);
  return buckets.map(({ workingDays }) => (needsWork && workingDays === 0 ? null : empty));
}

/** The interval that holds now is scaled to its whole length by the time that has passed of it. */
function project(byKey: Map<string, (number | null)[]>, buckets: Bucket[], now: Date): void {
  const index = buckets.findIndex(({ from, ends }) => dayMs(from) <= now.getTime() && now.getTime() < dayMs(ends));
  const bucket = buckets[index];
  if (!bucket) return;
  const elapsed = now.getTime() - dayMs(bucket.from);
  const factor = elapsed > 0 ? (dayMs(bucket.ends) - dayMs(bucket.from)) / elapsed : 1;
  for (const values of byKey.values()) {
    const value = values[index];
    if (value !== null && value !== undefined) values[index] = value * factor;
  }
}

/** How far, relative to it, a sum of fractions may miss its value: a million of them miss by some 1e-11 at worst. */
const INEXACTNESS = 1e-11;

/** A half is rounded up, and also what is one but for the order in which its fractions were added. */
export const roundTo = (value: number, precision: number): number => {
  const factor = 10 ** precision;
  const scaled = value * factor;
  // Zero has no sign here: -0 would read as a change.
  return Math.round(scaled + Math.abs(scaled) * INEXACTNESS) / factor || 0;
};
