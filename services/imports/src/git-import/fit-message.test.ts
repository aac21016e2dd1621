import { unpackLines } from '@linescope/git-engine/delivery/line-columns';
import type { FactBatch } from '@linescope/git-engine/delivery/spool';
import { expect, test } from 'vitest';
import { commitFact, commitLines, lineFact } from '../testing/line-facts.ts';
import { fitMessages } from './fit-message.ts';

const first = commitFact();
const second = commitFact({ sha: 'b'.repeat(40) });
const texts = (count: number) => Array.from({ length: count }, (_, line) => `line ${line} ${'ü'.repeat(line)}`);

/** A commit of one line and one of many. */
const batch = (count: number): FactBatch => ({
  commits: [first],
  commitScores: [],
  fileChanges: [],
  mergeRoutes: [],
  unrecordedEnds: [],
  lines: [
    commitLines(first, [lineFact(first, { text: 'alone' })]),
    commitLines(
      second,
      texts(count).map((text, hunkLine) => lineFact(second, { text, hunkLine })),
    ),
  ],
  cursor: 7,
});

const size = ({ commits, lines }: FactBatch): number =>
  (lines.reduce((sum, { columns }) => sum + columns.rows, 0) + commits.length) * 10_000;

test('a batch that the broker would refuse is cut until every message fits, and nothing is lost or doubled', () => {
  const pieces = [...fitMessages('b', batch(100), 200_000, ({ facts }) => new Uint8Array(size(facts)))];
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.every((piece) => piece.message.length <= 200_000)).toBe(true);
  expect(new Set(pieces.map((piece) => piece.batchId)).size).toBe(pieces.length);
  const lines = pieces.flatMap((piece) => piece.facts.lines).flatMap((part) => unpackLines(part.columns, part.commit));
  expect(lines.map((line) => line.text)).toEqual(['alone', ...texts(100)]);
  expect(lines.map((line) => line.hunkLine)).toEqual([0, ...texts(100).keys()]);
  expect(pieces.flatMap((piece) => piece.facts.commits)).toHaveLength(1);
});

test('a batch that fits is one message under its own id', () => {
  expect(
    [...fitMessages('b', batch(3), 1_000_000, ({ facts }) => new Uint8Array(size(facts)))].map(
      (piece) => piece.batchId,
    ),
  ).toEqual(['b']);
});
