import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitLines, LineRow } from '../store/line-history/entry-rows.ts';
import { findPackedLine, packLines, unpackLines } from './packed-lines.ts';

const sha = fc.integer({ min: 0, max: 40 }).map((number) => number.toString(16).padStart(40, 'a'));
const number = fc.option(fc.integer({ min: 1, max: 500 }));
const row = fc.record({
  path: fc.constant('src/a.ts'),
  sha,
  line_after: number,
  line_before: number,
  operation: fc.constantFrom('add', 'del', 'chg'),
  provenance: fc.constantFrom('new_code', 'under_1_year'),
  text: fc.string(),
  origin_at: fc.option(fc.integer()),
  function_name: fc.string(),
  class_name: fc.string(),
  delta: fc.integer({ min: 0, max: 100 }),
});

/** As the store returns them. */
const commitsOf = (rows: readonly LineRow[]): CommitLines[] =>
  [...Map.groupBy(rows, (one) => one.sha)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, own]) => ({
      path: 'src/a.ts',
      sha: name,
      columns: {
        line_after: own.map((one) => one.line_after),
        line_before: own.map((one) => one.line_before),
        operation: own.map((one) => one.operation),
        provenance: own.map((one) => one.provenance),
        text: own.map((one) => one.text),
        origin_at: own.map((one) => one.origin_at),
        function_name: own.map((one) => one.function_name),
        class_name: own.map((one) => one.class_name),
        delta: own.map((one) => one.delta),
      },
    }));

test('lines that were packed come back as they were, those of the asked commits only', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 700 }), fc.uniqueArray(sha, { maxLength: 10 }), (rows, asked) => {
      const packs = packLines(commitsOf(rows));
      const ofCommit = (some: readonly LineRow[], name: string) => some.filter((one) => one.sha === name);
      const found = unpackLines(packs, new Set(asked));
      expect(found.length).toBe(rows.filter((one) => asked.includes(one.sha)).length);
      for (const name of asked) expect(ofCommit(found, name)).toEqual(ofCommit(rows, name));
    }),
    { numRuns: 60 },
  );
});

test('a packed line is found by its number after the commit or, where that deleted it, before', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 300 }), fc.nat(), fc.boolean(), (rows, at, isDeleted) => {
      const asked = rows[at % rows.length];
      const line = (isDeleted ? asked?.line_before : asked?.line_after) ?? 1;
      const wanted = { sha: asked?.sha ?? '', path: 'src/a.ts', line, isDeleted };
      const expected = rows.findLast(
        (one) =>
          one.sha === wanted.sha &&
          (isDeleted ? one.line_after === null && one.line_before === line : one.line_after === line),
      );
      expect(findPackedLine(packLines(commitsOf(rows)), wanted)).toEqual(expected ?? null);
    }),
    { numRuns: 100 },
  );
});
