import type { Segment } from './model/fact.ts';
import type { Interval } from './model/intervals.ts';
import type { Series } from './model/series.ts';

/** Rounding may fall to either side where the exact value lies between. */
const SLACK = 1e-6;

/** Each value that differs by more than the published precision, as text; a series that is not there is empty. */
export function differences(segment: Segment, intervals: Interval[], model: Series, service: Series): string[] {
  const most = 0.5 * 10 ** -segment.precision + SLACK;
  return [...new Set([...model.keys(), ...service.keys()])].flatMap((name) => {
    const ours = model.get(name);
    const theirs = service.get(name);
    if (theirs && theirs.length !== intervals.length)
      return [`${name}: ${theirs.length} points in the service, ${intervals.length} in the model`];
    return intervals.flatMap(({ start }, index) => {
      const expected = ours?.[index] ?? null;
      const given = theirs?.[index] ?? null;
      const bothEmpty = !expected && !given && (!ours || !theirs || expected === given);
      const same = expected !== null && given !== null && Math.abs(expected - given) <= most;
      return same || bothEmpty ? [] : [`${name} at ${start}: service ${given}, model ${expected}`];
    });
  });
}
