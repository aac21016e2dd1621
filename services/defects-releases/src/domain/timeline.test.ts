import { expect, test } from 'vitest';
import type { Defect } from './defect.ts';
import { minutesBetween, relativeWords, timelineOf } from './timeline.ts';

const at = (time: string) => new Date(`2026-09-${time}:00Z`);
const defect: Defect = {
  id: 1,
  entityId: 1,
  defectKey: 'OPS-1',
  category: null,
  description: null,
  htmlDescription: null,
  severity: null,
  organizationId: null,
  repoId: null,
  repoPath: null,
  detectedAt: at('01T00:00'),
  issue: null,
  firstFixActivityAt: at('01T02:30'),
  firstFixMergedAt: at('01T04:00'),
  firstFixReleasedAt: at('01T05:00'),
  finalFixReleasedAt: at('02T05:06'),
  version: 1,
};
const hoursOf = (steps: ReturnType<typeof timelineOf>) =>
  Object.fromEntries(steps.map(({ key, hours }) => [key, hours]));

test('a resolved defect has its steps in hours, to a tenth', () => {
  expect(hoursOf(timelineOf(defect, at('03T00:00')))).toEqual({
    hours_to_first_activity: 2.5,
    first_fix_merged_at: 4,
    activity_to_first_release: 2.5,
    first_release_to_final_release: 24.1,
  });
});

test('an unresolved one has the time since its first activity, and nothing of what did not happen', () => {
  const open = { ...defect, firstFixMergedAt: null, firstFixReleasedAt: null, finalFixReleasedAt: null };
  expect(hoursOf(timelineOf(open, at('01T03:30')))).toEqual({
    hours_to_first_activity: 2.5,
    first_fix_merged_at: null,
    activity_to_first_release: null,
    activity_to_now: 1,
    first_release_to_final_release: null,
  });
});

test.each([
  ['01T00:00', 'less than a minute ago'],
  ['01T00:01', '1 minute ago'],
  ['01T01:59', '1 hour ago'],
  ['03T23:59', '2 days ago'],
  ['30T23:59', '29 days ago'],
])('seen at %s, the first of September is %s', (now, words) => {
  expect(relativeWords(at('01T00:00'), at(now))).toBe(words);
});

test('months and years are counted, and the future too', () => {
  const now = new Date('2026-09-01T00:00:00Z');
  expect(relativeWords(new Date('2026-06-01T00:00:00Z'), now)).toBe('3 months ago');
  expect(relativeWords(new Date('2024-08-01T00:00:00Z'), now)).toBe('2 years ago');
  expect(relativeWords(new Date('2026-09-01T02:00:00Z'), now)).toBe('in 2 hours');
});

test('no duration is negative: a fix older than the detection took no time', () => {
  const early = { ...defect, firstFixActivityAt: at('01T00:00'), detectedAt: at('03T00:00') };
  expect(hoursOf(timelineOf(early, at('04T00:00'))).hours_to_first_activity).toBe(0);
  expect(minutesBetween(at('03T00:00'), at('01T00:00'))).toBe(0);
});

test('minutes are whole, and unknown where an end is', () => {
  expect(minutesBetween(at('01T00:00'), at('01T01:30'))).toBe(90);
  expect([minutesBetween(null, at('01T01:30')), minutesBetween(at('01T01:30'), null)]).toEqual([null, null]);
});
