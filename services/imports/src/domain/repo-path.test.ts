import { expect, test } from 'vitest';
import { parseRepoPath } from './repo-path.ts';

test.each([
  ['web/app', 'web', 'app'],
  [' web/app.git ', 'web', 'app'],
  ['group--sub/app.js', 'group--sub', 'app.js'],
  ['_a/.github', '_a', '.github'],
])('%s is a repo', (text, organizationSlug, repoSlug) => {
  expect(parseRepoPath(text)).toEqual({ organizationSlug, repoSlug });
});

test.each([
  '',
  'app',
  'web/',
  '/app',
  'a/b/c',
  'web/..',
  './app',
  '-a/app',
  'web/a b',
  `web/${'x'.repeat(201)}`,
  'wéb/app',
])('%s is none', (text) => {
  expect(parseRepoPath(text)).toBeNull();
});
