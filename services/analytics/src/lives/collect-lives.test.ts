import { expect, test } from 'vitest';
import type { LifeEntries } from '../domain/survival/life-entries.ts';
import type { QueryScope } from '../query-scope/resolve-query-scope.ts';
import { collectLives } from './collect-lives.ts';
import { inCommitOrder } from './commit-order.ts';
import { IS_AI, type LivesAsRead } from './life-columns.ts';

const words = { category: ['code'], language: ['Go', 'SQL'], ai_tool: [''], ai_model: [''], evidence_tier: [''] };
const zeros = new Uint16Array(3);

/** Commit 0 wrote two files on day 100, commit 1 one on day 90; their rows come mixed, and an end is later than the newest commit. */
const read: LivesAsRead = {
  rows: 3,
  commitCount: 2,
  commitOf: Int32Array.of(0, 1, 0),
  repoOf: Uint32Array.of(0, 0, 0),
  committerOf: Uint32Array.of(0, 1, 0),
  repos: [7],
  committers: [1, 2],
  bornOn: Uint16Array.of(100, 90, 100),
  flags: Uint8Array.of(IS_AI, 0, 0),
  wordOf: { category: zeros, language: Uint16Array.of(0, 1, 0), ai_tool: zeros, ai_model: zeros, evidence_tier: zeros },
  words,
  lines: Uint32Array.of(10, 5, 4),
  living: Uint32Array.of(7, 5, 2),
  endsFrom: Uint32Array.of(0, 2, 2, 4),
  endDay: Uint16Array.of(105, 130, 102, 105),
  endLines: Uint32Array.of(1, 2, 1, 1),
};

const queryScope: Pick<QueryScope, 'copies' | 'scope' | 'team'> = JSON.parse(
  '{"copies":{"committers":[],"teams":[],"repos":[]},"scope":{"repos":[]},"team":null}',
);
const asked = { grouping: 'none', people: [1, 2], from: 0, until: 1_000, lastSeen: new Map([[7, 120]]) } as const;

const listed = ({ size, cluster, group, age, ended, left }: LifeEntries) =>
  Array.from({ length: size }, (_, at) => [cluster[at], group[at], age[at], ended[at], left[at]]);

test('lines of a commit that left at the same age are one observation, in the order of commits and ages', () => {
  const { entries, groups, lines } = collectLives(inCommitOrder(read), asked, queryScope);
  expect([groups, lines]).toEqual([['all'], 19]);
  expect(listed(entries)).toEqual([
    [0, 0, 30, 0, 5],
    [1, 0, 2, 1, 0],
    [1, 0, 5, 2, 0],
    [1, 0, 20, 0, 9],
    [1, 0, 30, 2, 0],
  ]);
});

test('groups are numbered by their lines, and rows of others’ or of other days do not count', () => {
  const grouped = collectLives(inCommitOrder(read), { ...asked, grouping: 'ai' }, queryScope);
  expect(grouped.groups).toEqual(['ai', 'unmarked']);
  expect(listed(grouped.entries).filter(([, group]) => group === 1)).toEqual([
    [0, 1, 30, 0, 5],
    [1, 1, 2, 1, 0],
    [1, 1, 5, 1, 0],
    [1, 1, 20, 0, 2],
  ]);
  const ofOne = collectLives(inCommitOrder(read), { ...asked, people: [2] }, queryScope);
  expect([listed(ofOne.entries), [...ofOne.people]]).toEqual([[[0, 0, 30, 0, 5]], [2]]);
  expect(collectLives(inCommitOrder(read), { ...asked, until: 100 }, queryScope).lines).toBe(5);
});
