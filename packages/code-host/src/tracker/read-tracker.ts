import type { Asked } from '../server/route.ts';
import { readerOf } from '../store/json-file.ts';
import { type TrackerRecord, trackerRecord } from './records.ts';

const readTracker = readerOf(trackerRecord, () => ({}));

/** The tracker of the first organization that has one. */
export function trackerAsked(asked: Asked): TrackerRecord {
  const trackers = asked.data.organizations().map((org) => readTracker(asked.data.file(org, 'tracker.json')));
  return trackers.find((tracker) => tracker.projects.length > 0) ?? trackerRecord.parse({});
}
