import { humanTimestamp } from '@linescope/contract/date-time';
import type { Defect } from './defect.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TimelineStep {
  title: string;
  hours: number | null;
  key: string;
}

/** A fix whose commit is older than the detection took no time, as in reports. */
const elapsed = (start: Date, end: Date): number => Math.max(end.getTime() - start.getTime(), 0);

const hoursBetween = (start: Date | null, end: Date | null): number | null =>
  start && end ? Math.round((elapsed(start, end) / HOUR) * 10) / 10 : null;

export const minutesBetween = (start: Date | null, end: Date | null): number | null =>
  start && end ? Math.round(elapsed(start, end) / MINUTE) : null;

/** The steps of a defect's life in the contract's order; "Activity to now" only while it is unresolved. */
export function timelineOf(defect: Defect, now: Date): TimelineStep[] {
  const { detectedAt, firstFixActivityAt, firstFixMergedAt, firstFixReleasedAt, finalFixReleasedAt } = defect;
  const step = (title: string, key: string, start: Date | null, end: Date | null): TimelineStep => ({
    title,
    hours: hoursBetween(start, end),
    key,
  });
  return [
    step('Time to first activity', 'hours_to_first_activity', detectedAt, firstFixActivityAt),
    step('First fix merged', 'first_fix_merged_at', detectedAt, firstFixMergedAt),
    step('Activity to first release', 'activity_to_first_release', firstFixActivityAt, firstFixReleasedAt),
    ...(finalFixReleasedAt ? [] : [step('Activity to now', 'activity_to_now', firstFixActivityAt, now)]),
    step('First to final release', 'first_release_to_final_release', firstFixReleasedAt, finalFixReleasedAt),
  ];
}

const UNITS: [number, string][] = [
  [365 * DAY, 'year'],
  [30 * DAY, 'month'],
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
];

/** `3 days ago`, `in 2 hours`, `less than a minute ago`. */
export function relativeWords(time: Date, now: Date): string {
  const distance = now.getTime() - time.getTime();
  const size = Math.abs(distance);
  for (const [unit, word] of UNITS) {
    if (size < unit) continue;
    const count = Math.floor(size / unit);
    const words = `${count} ${word}${count === 1 ? '' : 's'}`;
    return distance >= 0 ? `${words} ago` : `in ${words}`;
  }
  return distance >= 0 ? 'less than a minute ago' : 'in less than a minute';
}

const human = (time: Date | null): string | null => (time ? humanTimestamp(time) : null);

/** A defect as the list shows it: the spec's record, field by field. */
export function describeDefect(
  defect: Defect,
  repoPaths: string[],
  entitySlug: string,
  htmlDescription: string,
  now: Date,
) {
  return {
    id: defect.id,
    defectKey: defect.defectKey,
    customerDefectIdentifier: defect.category,
    detectedAt: humanTimestamp(defect.detectedAt),
    detectedAtWords: relativeWords(defect.detectedAt, now),
    detectedAtVisibleTimestamp: humanTimestamp(defect.detectedAt),
    firstFixActivityAt: human(defect.firstFixActivityAt),
    firstFixReleasedAt: human(defect.firstFixReleasedAt),
    finalFixReleasedAt: human(defect.finalFixReleasedAt),
    resolvedAt: human(defect.finalFixReleasedAt),
    hoursToFirstActivity: hoursBetween(defect.detectedAt, defect.firstFixActivityAt),
    minutesToFirstActivity: minutesBetween(defect.detectedAt, defect.firstFixActivityAt),
    minutesActivityToDeploy: minutesBetween(defect.firstFixActivityAt, defect.firstFixReleasedAt),
    minutesToResolved: minutesBetween(defect.detectedAt, defect.finalFixReleasedAt),
    htmlDescription,
    severity: defect.severity,
    path: `/${entitySlug}/critical_defects/${encodeURIComponent(defect.defectKey)}`,
    repoPaths,
    timelineHours: timelineOf(defect, now),
    issueTracker: defect.issue
      ? {
          issueIdentifier: defect.issue.key,
          projectName: defect.issue.project,
          url: defect.issue.url,
          title: defect.issue.title,
        }
      : null,
  };
}
