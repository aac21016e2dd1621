import { expect, test } from 'vitest';
import { isListRequest, matchesGlob } from './release.ts';

test.each([
  ['v*', 'v1.2', true],
  ['v*', 'release-v1', false],
  ['v?.?', 'v1.2', true],
  ['v?.?', 'v1.23', false],
  ['*', '', true],
  ['', '', true],
  ['', 'v1', false],
  ['release/*-*', 'release/2026-10', true],
  ['release/*-*', 'release/2026', false],
  ['a.c', 'abc', false],
  ['*aab', 'aaaab', true],
  ['**x', 'x', true],
])('the pattern %s and the tag %s: %s', (pattern, text, matches) => {
  expect(matchesGlob(pattern, text)).toBe(matches);
});

test('a hostile pattern takes no longer than the text is long', () => {
  expect(matchesGlob(`${'*a'.repeat(30)}b`, 'a'.repeat(2_000))).toBe(false);
});

test('a POST lists only with a list parameter and nothing that names a release', () => {
  expect(isListRequest({ resource_path: 'acme' })).toBe(false);
  for (const name of ['days_ago', 'start_date', 'end_date', 'page', 'cursor', 'team_slug']) {
    expect(isListRequest({ [name]: 1 })).toBe(true);
    for (const own of ['released_at', 'release_now', 'release_sha', 'head_long', 'name'])
      expect(isListRequest({ [name]: 1, [own]: 1 })).toBe(false);
  }
});
