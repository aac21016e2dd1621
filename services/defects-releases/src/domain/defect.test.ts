import { describe, expect, test } from 'vitest';
import { contradictions, type Fix, fixTime, hasFix, summariseFixes } from './defect.ts';

const at = (day: number) => new Date(Date.UTC(2026, 8, day));
const fix = (fields: Partial<Fix>): Fix => ({
  id: 1,
  repoId: 1,
  repoPath: 'web/app',
  sha: null,
  namesCommit: false,
  releasedAt: [],
  pushedAt: null,
  authoredAt: null,
  mergedAt: null,
  isCarried: false,
  ...fields,
});

describe('the fixes of a defect', () => {
  test('come to nothing where there are none', () => {
    expect(summariseFixes([], [])).toEqual({
      firstFixActivityAt: null,
      firstFixMergedAt: null,
      firstFixReleasedAt: null,
      finalFixReleasedAt: null,
    });
  });

  test('give the first and the final release over all repos, in whatever order they came', () => {
    const summary = summariseFixes(
      [fix({ releasedAt: [at(5)] }), fix({ releasedAt: [at(3), at(9)] }), fix({ releasedAt: [at(7)] })],
      [],
    );
    expect([summary.firstFixReleasedAt, summary.finalFixReleasedAt]).toEqual([at(3), at(9)]);
  });

  test('give the first activity, by the commits that fix calls name or by one that names the key', () => {
    const named = (day: number) => fix({ sha: 'a', namesCommit: true, authoredAt: at(day) });
    const naming = { repoId: 1, sha: 'b', authoredAt: at(2), mergedAt: null };
    expect(summariseFixes([named(4)], []).firstFixActivityAt).toEqual(at(4));
    expect(summariseFixes([named(4)], [naming]).firstFixActivityAt).toEqual(at(2));
    expect(summariseFixes([named(1)], [naming]).firstFixActivityAt).toEqual(at(1));
  });

  test('that a release carries are merged with its commit, and show no activity', () => {
    const carried = fix({ sha: 'a', isCarried: true, releasedAt: [at(9), at(12)], authoredAt: at(7), mergedAt: at(8) });
    expect(summariseFixes([carried], [])).toEqual({
      firstFixActivityAt: null,
      firstFixMergedAt: at(8),
      firstFixReleasedAt: at(9),
      finalFixReleasedAt: at(12),
    });
    const naming = { repoId: 1, sha: 'b', authoredAt: at(3), mergedAt: at(5) };
    expect(summariseFixes([carried], [naming])).toMatchObject({ firstFixActivityAt: at(3), firstFixMergedAt: at(5) });
    const mergedLate = { ...naming, mergedAt: at(9) };
    expect(summariseFixes([carried], [mergedLate]).firstFixMergedAt).toEqual(at(9));
    for (const unknown of [
      { ...naming, mergedAt: at(10) },
      { ...naming, mergedAt: null },
      { ...naming, repoId: 2, mergedAt: at(9) },
    ])
      expect(summariseFixes([carried], [unknown]).firstFixMergedAt).toEqual(at(8));
  });

  test('are merged when they were pushed, else when their commit came to the default branch', () => {
    const fixes = [fix({ pushedAt: at(6), mergedAt: at(2) }), fix({ mergedAt: at(7) })];
    expect(summariseFixes(fixes, []).firstFixMergedAt).toEqual(at(6));
  });
});

describe('the time of a fix', () => {
  const now = at(30);
  test.each([
    ['now, where the caller says so', { releasedNow: true, sha: 'a' }, { authoredAt: at(1) }, now, false],
    ['its commit’s, and not the given one', { sha: 'a', releasedAt: at(2) }, { authoredAt: at(1) }, at(1), false],
    ['now until its commit is imported', { sha: 'a' }, null, now, true],
    ['the given one', { releasedAt: at(2) }, null, at(2), false],
    ['unknown for one that was only pushed', { pushedAt: at(2) }, null, null, false],
  ])('is %s', (_what, request, commit, releasedAt, awaitsCommit) => {
    expect(fixTime(request, commit, now)).toMatchObject({ releasedAt, awaitsCommit });
  });
});

test('any parameter of a fix asks for one', () => {
  expect(hasFix({})).toBe(false);
  expect(hasFix({ releasedNow: false })).toBe(false);
  for (const request of [
    { releasedAt: at(1) },
    { releasedNow: true },
    { sha: 'a' },
    { pushedAt: at(1) },
    { repoPath: 'a' },
  ])
    expect(hasFix(request)).toBe(true);
});

test('a time and “now” contradict each other, unless a commit decides', () => {
  const paramsOf = (input: Parameters<typeof contradictions>[0]) =>
    contradictions(input, at(30)).map(({ param }) => param);
  expect(paramsOf({ detected_at: at(1) })).toEqual([]);
  expect(paramsOf({ detected_at: at(1), detected_now: false })).toEqual([]);
  expect(paramsOf({ detected_at: at(1), detected_now: true })).toEqual(['detected_now']);
  expect(paramsOf({ fix_released_at: at(1), fix_released_now: true })).toEqual(['fix_released_now']);
  expect(paramsOf({ fix_released_at: at(1), fix_released_now: true, fix_released_sha: 'a' })).toEqual([]);
});

test('times far ahead, and a fix before the detection, contradict what a defect is', () => {
  const paramsOf = (input: Parameters<typeof contradictions>[0]) =>
    contradictions(input, at(10)).map(({ param }) => param);
  expect(paramsOf({ detected_at: at(11) })).toEqual([]);
  expect(paramsOf({ detected_at: at(12), fix_released_at: at(13) })).toEqual(['detected_at', 'fix_released_at']);
  expect(paramsOf({ detected_at: at(5), fix_released_at: at(4) })).toEqual(['fix_released_at']);
  expect(paramsOf({ detected_at: at(5), fix_released_at: at(5) })).toEqual([]);
  expect(paramsOf({ detected_at: at(5), fix_released_at: at(4), fix_released_sha: 'a' })).toEqual([]);
});
