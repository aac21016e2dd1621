import type { FactBatch } from '@linescope/git-engine/delivery/spool';
import { expect, test } from 'vitest';
import { fitMessages } from './fit-message.ts';

const lines = (count: number): FactBatch =>
  // Only the number of rows matters here.
  ({
    commits: [{}],
    commitScores: [{}],
    fileChanges: [{}, {}],
    mergeRoutes: [],
    lineChanges: Array.from({ length: count }, (_, n) => ({ n })),
    cursor: 7,
  }) as unknown as FactBatch;

const size = (facts: FactBatch): number =>
  (facts.lineChanges.length + facts.commits.length + facts.fileChanges.length) * 10_000;

test('a batch that the broker would refuse is cut until every message fits, and nothing is lost or doubled', () => {
  const pieces = [...fitMessages('b', lines(100), 200_000, ({ facts }) => new Uint8Array(size(facts)))];
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.every((piece) => piece.message.length <= 200_000)).toBe(true);
  expect(new Set(pieces.map((piece) => piece.batchId)).size).toBe(pieces.length);
  expect(pieces.flatMap((piece) => piece.facts.lineChanges.map((line) => 'n' in line && line.n))).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  );
  expect(pieces.flatMap((piece) => piece.facts.commits)).toHaveLength(1);
});

test('a batch that fits is one message under its own id', () => {
  expect(
    [...fitMessages('b', lines(3), 1_000_000, ({ facts }) => new Uint8Array(size(facts)))].map(
      (piece) => piece.batchId,
    ),
  ).toEqual(['b']);
});
