import { describe, expect, test } from 'vitest';
import { readHistory } from './read-history.ts';
import { allFacts, changeAgreement, numstatDifferences, treeAgreement } from './referee/check-history.ts';
import { classDifferences } from './referee/class-differences.ts';
import { randomFrom } from './referee/random-history.ts';

/**
 * The same checks on histories of the reader's choice: git folders in LINESCOPE_HISTORIES, separated by colons;
 * LINESCOPE_SAMPLE changed lines are blamed (3,000 unless told), and LINESCOPE_FILES files of the newest tree (all).
 */
const histories = (process.env.LINESCOPE_HISTORIES ?? '').split(':').filter((folder) => folder !== '');
const sample = Number(process.env.LINESCOPE_SAMPLE ?? 3000);
const files = Number(process.env.LINESCOPE_FILES ?? Number.POSITIVE_INFINITY);
const HOURS = 4 * 3_600_000;

describe.skipIf(histories.length === 0)('real histories agree with git', () => {
  test.each(histories)(
    '%s',
    async (gitDir) => {
      const history = await readHistory({ gitDir, defaultTip: 'HEAD', windowStart: 0 });
      const facts = await allFacts(history);
      expect(await numstatDifferences(gitDir, ['HEAD'], facts)).toEqual([]);
      const changes = await changeAgreement(gitDir, facts, sample, randomFrom(1));
      const tree = await treeAgreement(gitDir, history, files);
      await history.close();
      console.log(
        `${gitDir}: ${changes.agreed} of ${changes.lines} changed lines, ${tree.agreed} of ${tree.lines} lines of the tree`,
      );
      for (const [name, list] of await classDifferences(gitDir, [...changes.differences, ...tree.differences])) {
        console.log(`${list.length} × ${name}`);
        if (name === 'not explained') for (const { at, ours, git } of list.slice(0, 20)) console.log(at, ours, git);
      }
      expect(changes.agreed / changes.lines).toBeGreaterThanOrEqual(0.995);
      expect(tree.agreed / tree.lines).toBeGreaterThanOrEqual(0.995);
    },
    HOURS,
  );
});
