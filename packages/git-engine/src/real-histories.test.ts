import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { unpackLines } from './delivery/line-columns.ts';
import { readHistory } from './read-history.ts';
import {
  allFacts,
  changeAgreement,
  inMemory,
  numstatDifferences,
  pickChanges,
  treeAgreement,
} from './referee/check-history.ts';
import { classDifferences } from './referee/class-differences.ts';
import { firstParentsOf } from './referee/git-referee.ts';
import { randomFrom } from './referee/random-history.ts';
import type { SnapshotBytes } from './walk/snapshot-parts.ts';

/**
 * The same checks on histories of the reader's choice: git folders in LINESCOPE_HISTORIES, separated by colons;
 * LINESCOPE_SAMPLE changed lines are blamed (3,000 by default), and one in LINESCOPE_FILES files of the newest tree (1: all).
 * LINESCOPE_SEED (1) picks others: a long history is checked in several runs.
 */
const histories = (process.env.LINESCOPE_HISTORIES ?? '').split(':').filter((folder) => folder !== '');
const sample = Number(process.env.LINESCOPE_SAMPLE ?? 3000);
const oneIn = Number(process.env.LINESCOPE_FILES ?? 1);
const seed = Number(process.env.LINESCOPE_SEED ?? 1);
const HOURS = 4 * 3_600_000;

describe.skipIf(histories.length === 0)('real histories agree with git', () => {
  test.each(histories)(
    '%s',
    async (gitDir) => {
      const history = await readHistory({ gitDir, defaultTip: 'HEAD', windowStart: 0 });
      expect(await numstatDifferences(gitDir, ['HEAD'], await allFacts(history, { withLines: false }))).toEqual([]);
      const random = randomFrom(seed);
      const changes = await changeAgreement(gitDir, await pickChanges(history, sample, random));
      const tree = await treeAgreement(gitDir, history, () => random(oneIn) === 0);
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

  test.each(histories)(
    '%s, read in eleven pieces, cut at ten random places, has the facts of one reading',
    async (gitDir) => {
      const whole = await digestsOf(gitDir, 'HEAD');
      const line = await firstParentsOf(gitDir, 'HEAD');
      const random = randomFrom(2);
      const cuts = Array.from({ length: 10 }, () => random(line.length)).sort((a, b) => b - a);
      const pieces = new Map<string, string>();
      let left: Left | undefined;
      for (const tip of [...cuts.map((cut) => line[cut] ?? ''), 'HEAD']) {
        const piece = await digestsOf(gitDir, tip, left);
        for (const [sha, digest] of piece.commits) pieces.set(sha, digest);
        left = piece;
        const sizes = await Promise.all([...piece.snapshots.values()].map(kilobytesOf));
        console.log(
          `${gitDir} up to ${tip}: ${piece.mode}, ${piece.commits.size} commits; KB kept: ${sizes.join(' ')}`,
        );
      }
      expect(pieces.size).toBe(whole.commits.size);
      const differ = [...whole.commits].filter(([sha, digest]) => pieces.get(sha) !== digest);
      console.log(`${gitDir}: ${differ.length} of ${whole.commits.size} commits differ`);
      expect(differ).toEqual([]);
    },
    HOURS,
  );
});

/** What a reading leaves for the next. */
type Left = { readonly newest: number; readonly snapshots: ReadonlyMap<number, SnapshotBytes> };

/** One digest for all facts of each commit, whatever their order. */
async function digestsOf(gitDir: string, defaultTip: string, left?: Left) {
  const standing = left?.snapshots ?? new Map<number, SnapshotBytes>();
  const positions = [...standing.keys()].filter((position) => position !== left?.newest);
  const shelf = { positions, read: async (at: number) => standing.get(at) ?? null };
  const snapshot = standing.get(left?.newest ?? -1);
  const history = await inMemory(
    await readHistory({ gitDir, defaultTip, windowStart: 0, snapshot, checkpoints: shelf }),
  );
  const sums = new Map<string, bigint>();
  for await (const batch of history.batches()) {
    const { commits, fileChanges, mergeRoutes, unrecordedEnds, commitScores } = batch;
    const lineChanges = batch.lines.flatMap((lines) => unpackLines(lines.columns, lines.commit));
    const kinds = { commits, fileChanges, lineChanges, mergeRoutes, unrecordedEnds, commitScores };
    for (const [kind, rows] of Object.entries(kinds)) {
      for (const row of rows) {
        const hash = createHash('md5')
          .update(`${kind} ${JSON.stringify(row)}`)
          .digest();
        sums.set(row.sha, (sums.get(row.sha) ?? 0n) + hash.readBigUInt64LE());
      }
    }
  }
  await history.close();
  const commits = new Map([...sums].map(([sha, sum]) => [sha, String(sum)]));
  const kept = [history.snapshot, ...history.checkpoints];
  const snapshots = new Map(kept.map(({ position, bytes }) => [position, bytes ?? standing.get(position) ?? []]));
  return { commits, newest: history.snapshot.position, snapshots, mode: history.mode };
}

async function kilobytesOf(bytes: SnapshotBytes): Promise<number> {
  let size = 0;
  for await (const piece of bytes) size += piece.length;
  return Math.round(size / 1024);
}
