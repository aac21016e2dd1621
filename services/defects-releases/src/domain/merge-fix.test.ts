import { describe, expect, test } from 'vitest';
import { type CommitFix, mergeFix } from './merge-fix.ts';

const at = (day: number) => new Date(Date.UTC(2026, 5, day));
const commitFix = (fields: Partial<CommitFix>): CommitFix => ({
  namesCommit: true,
  releasedAt: null,
  awaitsCommit: false,
  releasedNowAt: null,
  pushedAt: null,
  authoredAt: at(1),
  mergedAt: at(2),
  ...fields,
});
const byCommit = commitFix({ releasedAt: at(1) });
const now = commitFix({ releasedAt: at(6), releasedNowAt: at(6) });
const carried = commitFix({ namesCommit: false, releasedAt: at(4), mergedAt: at(1) });
const unknown = { authoredAt: null, mergedAt: null };
const awaiting = commitFix({ ...unknown, releasedAt: at(5), awaitsCommit: true });
const nowUnknown = commitFix({ ...now, ...unknown });
const carriedUnknown = commitFix({ ...carried, ...unknown });

const merge = ([first, ...others]: CommitFix[]) => first && others.reduce(mergeFix, first);

describe('a fix of which several things are recorded', () => {
  test.each([
    ['its commit and a release', [byCommit, carried], byCommit],
    ['its commit and “now”', [byCommit, now], { ...byCommit, releasedNowAt: at(6) }],
    ['“now” and a release', [now, carried], now],
    ['all of them', [byCommit, now, carried], { ...byCommit, releasedNowAt: at(6) }],
    ['a commit that is not known, and “now”', [awaiting, nowUnknown], { ...awaiting, releasedNowAt: at(6) }],
    ['a commit that is not known, and a release', [awaiting, carriedUnknown], awaiting],
    ['a commit that is known by then, and a release', [awaiting, byCommit, carried], byCommit],
  ])('comes to the same in whatever order: %s', (_what, things, expected) => {
    expect(merge(things)).toEqual(expected);
    expect(merge(things.toReversed())).toEqual(expected);
  });

  test.each([
    ['its commit', byCommit],
    ['its commit, not known yet', awaiting],
    ['“now”', now],
    ['a release', carried],
  ])('is the same where it is recorded again: %s', (_what, thing) => {
    const known = merge([byCommit, now, carried, thing]);
    expect(known && mergeFix(known, { ...thing, ...(thing.releasedNowAt && { releasedNowAt: at(9) }) })).toEqual(known);
  });

  test('is merged as its commit is from when a call names it, and keeps when it was pushed', () => {
    const isNot = { ...byCommit, mergedAt: null };
    expect(merge([carried, isNot])?.mergedAt).toBeNull();
    expect(merge([isNot, carried])?.mergedAt).toBeNull();
    expect(merge([{ ...byCommit, pushedAt: at(3) }, carried])?.pushedAt).toEqual(at(3));
  });
});
