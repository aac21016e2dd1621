import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Facts } from './facts.ts';
import { readHistory } from './read-history.ts';
import {
  changeAgreement,
  numstatDifferences,
  pickChanges,
  treeAgreement,
  treeOrigins,
} from './referee/check-history.ts';
import { textFilesOf } from './referee/git-referee.ts';
import { type MadeUpRepository, makeRepository } from './referee/made-up-history.ts';
import { plainSourceReading } from './referee/plain-source-reading.ts';
import { randomFrom, randomHistory } from './referee/random-history.ts';
import { readWhole } from './referee/read-whole.ts';
import { createLineTracer } from './referee/trace-line.ts';
import type { SnapshotBytes } from './walk/snapshot-parts.ts';

const PATIENCE = 120_000;
const made: MadeUpRepository[] = [];

afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

async function randomRepository(seed: number, size: number): Promise<MadeUpRepository> {
  const repository = await makeRepository(randomHistory(seed, size));
  made.push(repository);
  return repository;
}

/** Facts as a set, so that the order of reading does not matter. */
function asSet(facts: Facts): string[] {
  return Object.entries(facts)
    .flatMap(([kind, rows]) => rows.map((row: object) => `${kind} ${JSON.stringify(row)}`))
    .sort();
}

describe('a history agrees with git', () => {
  test(
    'every commit has the files and lines that git log --numstat shows',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          const { gitDir } = await randomRepository(seed, 40);
          const { facts } = await readWhole(gitDir);
          expect(await numstatDifferences(gitDir, ['main'], facts)).toEqual([]);
        }),
        { numRuns: 8, endOnFailure: true },
      );
    },
    PATIENCE,
  );

  // Blame and rename detection have their own tastes where two files claim one source, so the histories are fixed ones.
  test(
    'every line of the newest tree was written where git blame says',
    async () => {
      const total = { lines: 0, agreed: 0 };
      const differences: unknown[] = [];
      for (let seed = 1; seed <= 12; seed++) {
        const { gitDir } = await randomRepository(seed, 40);
        const { history } = await readWhole(gitDir);
        const agreement = await treeAgreement(gitDir, history);
        total.lines += agreement.lines;
        total.agreed += agreement.agreed;
        differences.push(...agreement.differences);
      }
      expect(total.lines).toBeGreaterThan(500);
      expect(total.agreed / total.lines, JSON.stringify(differences.slice(0, 5))).toBeGreaterThanOrEqual(0.995);
    },
    PATIENCE,
  );

  test('a changed or deleted line was written where git blame of the commit before says', async () => {
    const { gitDir } = await randomRepository(7, 60);
    const history = await readHistory({ gitDir, defaultTip: 'main', windowStart: 0, source: plainSourceReading });
    const changes = await pickChanges(history, 200, randomFrom(1));
    await history.close();
    const { lines, agreed, differences } = await changeAgreement(gitDir, changes);
    expect(lines).toBeGreaterThan(100);
    expect(agreed / lines, JSON.stringify(differences.slice(0, 5))).toBeGreaterThanOrEqual(0.97);
  });
});

describe('the history of a line follows from facts alone', () => {
  test(
    'from hunks, renames and merge routes, the writer of every line of the newest tree is found',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          const { gitDir, shas } = await randomRepository(seed, 50);
          const { facts, history } = await readWhole(gitDir);
          const tip = shas.at(-1) ?? '';
          const trace = createLineTracer(facts);
          const originsOf = await treeOrigins(history);
          for (const path of await textFilesOf(gitDir, tip)) {
            const origins = originsOf(path) ?? [];
            expect(origins.map((_, index) => trace(tip, path, index + 1))).toEqual(origins);
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
    },
    PATIENCE,
  );
});

describe('a history is the same however it is read', () => {
  test(
    'reading in steps ends with the same facts as reading at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(),
          fc.array(fc.integer({ min: 1, max: 39 }), { minLength: 1, maxLength: 3 }),
          async (seed, cuts) => {
            const { gitDir, shas } = await randomRepository(seed, 40);
            const whole = await readWhole(gitDir);
            const rows = new Map<string, string>();
            let snapshot: SnapshotBytes | undefined;
            for (const cut of [...cuts.sort((a, b) => a - b), shas.length - 1]) {
              const step = await readWhole(gitDir, { defaultTip: shas[cut] ?? 'main', snapshot });
              snapshot = step.history.snapshot.bytes ?? snapshot;
              for (const row of asSet(step.facts)) rows.set(row, row);
            }
            // A cut on a side branch reads commits that the last tip does not reach; they stay as they were.
            const reached = new Set(whole.facts.commits.map((commit) => commit.sha));
            const stepped = [...rows.values()].filter((row) =>
              reached.has(JSON.parse(row.slice(row.indexOf(' '))).sha),
            );
            expect(stepped.sort()).toEqual(asSet(whole.facts));
          },
        ),
        { numRuns: 10, endOnFailure: true },
      );
    },
    PATIENCE,
  );

  test('reading twice, with one git process or three, gives the same facts in the same order', async () => {
    const { gitDir } = await randomRepository(11, 80);
    const once = await readWhole(gitDir, { processes: 1 });
    const again = await readWhole(gitDir, { processes: 3, chunk: 7 });
    expect(again.facts).toEqual(once.facts);
  });
});
