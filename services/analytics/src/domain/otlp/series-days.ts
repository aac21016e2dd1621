/** Stands for all days before those that are kept. */
export const BEFORE = '1970-01-01';

/**
 * What a cumulative series adds on each day: its greatest value up to the day less the greatest before it. It depends on the values
 * alone, so that points may come late, twice and in any order.
 */
export function daysOfSeries(values: ReadonlyMap<string, number>): Map<string, number> {
  const added = new Map<string, number>();
  let reached = values.get(BEFORE) ?? 0;
  for (const [day, value] of [...values].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (day === BEFORE || value <= reached) continue;
    added.set(day, value - reached);
    reached = value;
  }
  return added;
}
