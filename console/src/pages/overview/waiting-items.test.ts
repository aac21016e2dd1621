import { expect, test } from 'vitest';
import { longestWaiting, type WaitingItem } from './waiting-items.ts';

const item = (kind: string, since: number): WaitingItem => ({
  key: `${kind} ${since}`,
  text: '',
  kind,
  since,
  age: '',
  isBad: false,
  href: '/',
});
const keysOf = (items: WaitingItem[]) => items.map(({ key }) => key);

test('what waits longest comes first, whatever it is', () => {
  const items = [item('defect', 30), item('pull request', 10), item('import failed', 20)];
  expect(keysOf(longestWaiting(items, 7))).toEqual(['pull request 10', 'import failed 20', 'defect 30']);
});

test('no kind hides what waits behind it, and of each the longest waiting are shown', () => {
  const pulls = [5, 1, 2, 3, 4].map((since) => item('pull request', since));
  const defects = [60, 50].map((since) => item('defect', since));
  const shown = longestWaiting([...pulls, ...defects, item('import failed', 70)], 5);
  expect(keysOf(shown)).toEqual(['pull request 1', 'pull request 2', 'defect 50', 'defect 60', 'import failed 70']);
});

test('what went stale does not hide what is fresh of its kind', () => {
  const stale = [1, 2, 3].map((since) => ({ ...item('pull request', since), isStale: true }));
  const shown = longestWaiting([...stale, item('pull request', 90), item('pull request', 80)], 3);
  expect(keysOf(shown)).toEqual(['pull request 1', 'pull request 2', 'pull request 80']);
});
