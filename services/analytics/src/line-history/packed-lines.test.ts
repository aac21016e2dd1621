import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitLines, LineRow } from '../store/line-history/entry-rows.ts';
import { joinPacks, packLines } from './pack-lines.ts';
import { findStoredLine, findWritten, openPack, openRest, packOf, type StoredLine } from './packed-lines.ts';

const sha = fc.integer({ min: 0, max: 40 }).map((number) => number.toString(16).padStart(40, 'a'));
const number = fc.option(fc.integer({ min: 1, max: 500 }));
const row = fc.record({
  path: fc.constant('src/a.ts'),
  sha,
  line_after: number,
  line_before: number,
  operation: fc.constantFrom('add', 'del', 'chg'),
  provenance: fc.constantFrom('new_code', 'under_1_year'),
  text: fc.string({ unit: 'binary' }),
  origin_at: fc.option(fc.integer()),
  function_name: fc.string(),
  class_name: fc.string(),
  delta: fc.double({ min: -100, max: 100, noNaN: true }),
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

const storedOf = ({ path, sha: _sha, line_after, line_before, ...stored }: LineRow): StoredLine => stored;

test('a line that a commit wrote is found by its number, as it was when it was last stored', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3000 }), sha, (rows, asked) => {
      const pack = packOf(packLines(commitsOf(rows)).written, asked);
      const lines = pack && findWritten(openPack(pack), asked);
      for (let line = 1; line <= 500; line++) {
        const found = lines?.get(line);
        const shown = found && {
          ...found,
          text: JSON.parse(found.text.bytes.toString('utf8', found.text.from, found.text.until)),
        };
        const stored = rows.findLast((one) => one.sha === asked && one.line_after === line);
        const expected = stored && {
          text: stored.text,
          operation: stored.operation,
          provenance: stored.provenance,
        };
        expect(shown).toEqual(expected);
      }
    }),
    { numRuns: 40 },
  );
});

test('a packed line is found by its number after the commit or, where that deleted it, before', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 300 }), fc.nat(), fc.boolean(), (rows, at, isDeleted) => {
      const asked = rows[at % rows.length];
      const line = (isDeleted ? asked?.line_before : asked?.line_after) ?? 1;
      const wanted = { sha: asked?.sha ?? '', line };
      const expected = rows.findLast(
        (one) =>
          one.sha === wanted.sha &&
          (isDeleted ? one.line_after === null && one.line_before === line : one.line_after === line),
      );
      const pack = packOf(packLines(commitsOf(rows))[isDeleted ? 'deleted' : 'written'], wanted.sha);
      expect((pack && findStoredLine(openPack(pack), () => openRest(pack), wanted)) ?? null).toEqual(
        expected ? storedOf(expected) : null,
      );
    }),
    { numRuns: 100 },
  );
});

test('packs of one part of the commits after those of another hold the lines of both', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 2500 }), fc.nat({ max: 40 }), (rows, middle) => {
      const commits = commitsOf(rows);
      const packs = joinPacks(packLines(commits.slice(0, middle)), packLines(commits.slice(middle)));
      for (const { sha: name, columns } of commits) {
        const line = columns.line_after.find((number_) => number_ !== null);
        if (line == null) continue;
        const pack = packOf(packs.written, name);
        expect(pack && findWritten(openPack(pack), name)?.get(line)).toBeDefined();
      }
    }),
    { numRuns: 20 },
  );
});
