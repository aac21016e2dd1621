import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Facts } from './facts.ts';
import { readHistory } from './read-history.ts';
import { firstParentsOf } from './referee/git-referee.ts';
import { FIRST_TIME, type MadeUpRepository, makeRepository, type PlannedCommit } from './referee/made-up-history.ts';
import { plainSourceReading } from './referee/plain-source-reading.ts';
import { randomHistory } from './referee/random-history.ts';
import { readWhole } from './referee/read-whole.ts';
import { DAY } from './score/weights.ts';
import type { Delivered } from './walk/plan-reading.ts';
import type { SnapshotBytes } from './walk/snapshot-parts.ts';

const PATIENCE = 120_000;
const made: MadeUpRepository[] = [];

afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

async function plannedRepository(plan: readonly PlannedCommit[]): Promise<MadeUpRepository> {
  const repository = await makeRepository(plan);
  made.push(repository);
  return repository;
}

const rowsOf = (facts: Facts) =>
  Object.entries(facts).flatMap(([kind, rows]) => rows.map((row: { sha: string }) => ({ kind, row })));

/** The rows of several readings as a store keeps them: a commit read again replaces what was said of it. */
function stored(readings: readonly Facts[]): string[] {
  const byCommit = new Map<string, string[]>();
  for (const facts of readings) {
    const rows = Map.groupBy(rowsOf(facts), ({ row }) => row.sha);
    for (const [sha, list] of rows)
      byCommit.set(
        sha,
        list.map(({ kind, row }) => `${kind} ${JSON.stringify(row)}`),
      );
  }
  return [...byCommit.values()].flat().sort();
}

const file = (text: string) => new Map([['a.js', text]]);
const numbered = (count: number, tag = 'line') => Array.from({ length: count }, (_, line) => `${tag} number ${line}`);

describe('an increment ends with the same facts as a reading of everything', () => {
  test(
    'with pull-request heads that are merged later, or never',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.integer({ min: 5, max: 25 }), async (seed, cut) => {
          const { gitDir, shas } = await plannedRepository(randomHistory(seed, 30));
          const heads = shas.slice(0, cut + 1).filter((_, index) => index % 4 === 3);
          const first = await readWhole(gitDir, { defaultTip: shas[cut] ?? '', tips: heads });
          const second = await readWhole(gitDir, {
            tips: shas.filter((_, index) => index % 4 === 3),
            snapshot: first.history.snapshot.bytes ?? undefined,
            delivered: first.history.delivered,
          });
          const whole = await readWhole(gitDir, { tips: shas.filter((_, index) => index % 4 === 3) });
          const expected = second.history.mode === 'increment' ? [first.facts, second.facts] : [second.facts];
          const reached = new Set(whole.facts.commits.map((commit) => commit.sha));
          const rows = stored(expected).filter((row) => reached.has(JSON.parse(row.slice(row.indexOf(' '))).sha));
          expect(rows).toEqual(stored([whole.facts]));
        }),
        { numRuns: 10, endOnFailure: true },
      );
    },
    PATIENCE,
  );

  test('a second run without new commits reads nothing', async () => {
    const { gitDir } = await plannedRepository(randomHistory(5, 20));
    const first = await readWhole(gitDir);
    const second = await readWhole(gitDir, { snapshot: first.history.snapshot.bytes ?? undefined });
    expect(second.history).toMatchObject({ mode: 'increment', commitsRead: 0 });
    expect(second.facts.commits).toEqual([]);
  });

  test('a branch that forked further back than the snapshot remembers', async () => {
    const lines = numbered(12);
    const changed = (at: number, text: string) => `${lines.with(at, text).join('\n')}\n`;
    const { gitDir, shas } = await plannedRepository([
      { parents: [], tree: file(`${lines.join('\n')}\n`) },
      { parents: [0], tree: file(changed(2, 'line number two')) },
      { parents: [1], tree: file(changed(2, 'line number zwei')) },
      { parents: [2], tree: file(changed(2, 'line number deux')) },
      { parents: [1], tree: file(`${lines.with(2, 'line number tva').with(7, 'line number sju').join('\n')}\n`) },
      { parents: [3, 4], tree: file(`${lines.with(2, 'line number deux').with(7, 'line number sju').join('\n')}\n`) },
    ]);
    const first = await readWhole(gitDir, { defaultTip: shas[3] ?? '', keptLanes: 1 });
    const second = await readWhole(gitDir, { snapshot: first.history.snapshot.bytes ?? undefined, keptLanes: 1 });
    const whole = await readWhole(gitDir);
    expect(second.history).toMatchObject({ mode: 'increment', commitsRead: 2 });
    expect(second.facts.commits.map((commit) => commit.sha)).toEqual([shas[5], shas[4]]);
    expect(stored([first.facts, second.facts])).toEqual(stored([whole.facts]));
  });

  test(
    'read in many steps, with forks from below every snapshot and checkpoint',
    async () => {
      let asked = 0;
      let leftStanding = 0;
      const examples: [number, number[]][] = [
        // A commit that is read again writes lines that were forgotten, and gives them later numbers.
        [2032129114, [1095347791, 1482082394, 1353189235, 793694355, 1038356271]],
        // A merge holds lines twice, in a file and in its renamed copy.
        [2147483638, [1545570458, 1028891131, 604609535, 1929157133, 2061922420]],
      ];
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.array(fc.nat(), { minLength: 3, maxLength: 6 }), async (seed, places) => {
          const snapshotReach = seed % 40;
          const { gitDir, shas } = await plannedRepository(randomHistory(seed, 50));
          const line = (await firstParentsOf(gitDir, 'main')).toReversed();
          const cuts = places.map((place) => place % line.length).sort((a, b) => a - b);
          const headsAt = (tip: string) =>
            shas.slice(0, shas.indexOf(tip) + 1).filter((_, index) => index % 5 === 3 || index === shas.indexOf(tip));
          let newest: number | undefined;
          let delivered: Delivered | undefined;
          let shelf = new Map<number, SnapshotBytes>();
          const readings: Facts[] = [];
          for (const tip of [...cuts.map((cut) => line[cut] ?? ''), line.at(-1) ?? '']) {
            const { history, facts } = await readWhole(gitDir, {
              defaultTip: tip,
              tips: headsAt(tip),
              snapshot: shelf.get(newest ?? -1),
              delivered,
              checkpoints: {
                positions: [...shelf.keys()].filter((position) => position !== newest),
                read: async (position) => {
                  asked++;
                  return shelf.get(position) ?? null;
                },
              },
              keptLanes: 2,
              checkpointReach: 4,
              snapshotReach,
            });
            expect(history.mode).toBe(newest === undefined ? 'window' : 'increment');
            if (newest === history.snapshot.position && facts.commits.length > 0) leftStanding++;
            newest = history.snapshot.position;
            delivered = history.delivered;
            const kept = [history.snapshot, ...history.checkpoints];
            shelf = new Map(kept.map(({ position, bytes }) => [position, bytes ?? shelf.get(position) ?? []]));
            readings.push(facts);
          }
          const whole = await readWhole(gitDir, { tips: headsAt(line.at(-1) ?? '') });
          expect(stored(readings)).toEqual(stored([whole.facts]));
        }),
        { numRuns: 12, endOnFailure: true, examples },
      );
      expect(asked).toBeGreaterThan(0);
      expect(leftStanding).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  test('after a rewrite of the default branch the window is read again', async () => {
    const { gitDir, shas } = await plannedRepository([
      { parents: [], tree: file('one\n') },
      { parents: [0], tree: file('one\ntwo\n') },
      { parents: [0], tree: file('one\nzwei\n') },
    ]);
    const first = await readWhole(gitDir, { defaultTip: shas[1] ?? '' });
    const second = await readWhole(gitDir, {
      defaultTip: shas[2] ?? '',
      snapshot: first.history.snapshot.bytes ?? undefined,
    });
    expect(second.history.mode).toBe('window');
    expect(second.facts.commits.map((commit) => commit.sha)).toEqual([shas[2], shas[0]]);
  });

  describe('while a snapshot is left standing', () => {
    const branched: PlannedCommit[] = [
      { parents: [], tree: file('one\n') },
      { parents: [0], tree: file('one\ntwo\n') },
      { parents: [1], tree: file('one\ntwo\nthree\n') },
      { parents: [1], tree: file('one\nzwei\n') },
      { parents: [2], tree: file('one\ntwo\nthree\nfour\n') },
    ];

    /** Reads up to one tip after another, each time from the first one's snapshot. */
    async function readInTurn(turns: readonly { tip: number; heads?: readonly number[] }[]) {
      const { gitDir, shas } = await plannedRepository(branched);
      let [snapshot, delivered]: [SnapshotBytes | undefined, Delivered | undefined] = [undefined, undefined];
      const read: string[] = [];
      for (const { tip, heads = [] } of turns) {
        const tips = heads.map((head) => shas[head] ?? '');
        const { history, facts } = await readWhole(gitDir, { defaultTip: shas[tip] ?? '', tips, snapshot, delivered });
        read.push([history.mode, ...facts.commits.map(({ sha }) => shas.indexOf(sha))].join(' '));
        snapshot = history.snapshot.bytes ?? snapshot;
        delivered = history.delivered;
      }
      return read;
    }

    test('nothing is given twice', async () => {
      const read = await readInTurn([{ tip: 0 }, { tip: 1 }, { tip: 2 }, { tip: 2 }, { tip: 4 }]);
      expect(read).toEqual(['window 0', 'increment 1', 'increment 2', 'increment', 'increment 4']);
    });

    test('a branch that was removed and came back is given again', async () => {
      const read = await readInTurn([
        { tip: 1, heads: [3] },
        { tip: 2 },
        { tip: 2, heads: [3] },
        { tip: 2, heads: [3] },
      ]);
      expect(read).toEqual(['window 3 1 0', 'increment 2', 'increment 3', 'increment']);
    });

    test('many lines behind it are walked again once, and the next snapshot has all trees that it had', async () => {
      const [few, many] = [numbered(6), numbered(25_000, 'text')];
      const tree = (...lines: string[]) => file(`${[...few, ...lines].join('\n')}\n`);
      const { gitDir, shas } = await plannedRepository([
        { parents: [], tree: tree() },
        { parents: [0], tree: tree('one') },
        { parents: [1], tree: tree('one', 'two') },
        { parents: [2], tree: tree('one', 'two', ...many) },
        { parents: [3], tree: tree('one', 'two', ...many, 'three') },
        { parents: [0], tree: tree('branch') },
      ]);
      let [snapshot, delivered]: [SnapshotBytes | undefined, Delivered | undefined] = [undefined, undefined];
      const stood: boolean[] = [];
      for (const [tip, ...heads] of [[2], [3], [3], [4], [4, 5]]) {
        const tips = heads.map((head) => shas[head] ?? '');
        const read = await readWhole(gitDir, { defaultTip: shas[tip ?? 0] ?? '', tips, snapshot, delivered });
        stood.push(read.history.snapshot.bytes === null);
        snapshot = read.history.snapshot.bytes ?? snapshot;
        delivered = read.history.delivered;
      }
      // The branch forked before the first snapshot, and is read from the second one.
      expect(stood).toEqual([false, true, true, false, true]);
    });

    test('a rewrite of what came behind it is one', async () => {
      const read = await readInTurn([{ tip: 1 }, { tip: 2 }, { tip: 3 }]);
      expect(read).toEqual(['window 1 0', 'increment 2', 'window 3 1 0']);
    });
  });

  test('a snapshot that is none, or of another window, is passed over', async () => {
    const { gitDir } = await plannedRepository(randomHistory(3, 10));
    const first = await readWhole(gitDir);
    expect((await readWhole(gitDir, { snapshot: [Buffer.from('nonsense')] })).history.mode).toBe('window');
    const snapshot = first.history.snapshot.bytes ?? undefined;
    expect((await readWhole(gitDir, { snapshot, windowStart: 1 })).history.mode).toBe('window');
  });

  test('a snapshot or checkpoint that ends anywhere in its middle is passed over for an older one', async () => {
    const text = (at: number) => `${numbered(50).with(at, `line of commit ${at}`).join('\n')}\n`;
    const { gitDir, shas } = await plannedRepository(
      Array.from({ length: 30 }, (_, at) => ({ parents: at === 0 ? [] : [at - 1], tree: file(text(at)) })),
    );
    const first = await readWhole(gitDir, { defaultTip: shas[26] ?? '', checkpointReach: 4 });
    const whole = await readWhole(gitDir);
    const bytes = Buffer.concat(await Array.fromAsync(first.history.snapshot.bytes ?? []));
    const checkpoints = new Map(first.history.checkpoints.map((checkpoint) => [checkpoint.position, checkpoint.bytes]));
    expect(checkpoints.size).toBeGreaterThan(1);
    const broken = Math.max(...checkpoints.keys());
    const modes: string[] = [];
    for (const share of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
      const second = await readWhole(gitDir, {
        snapshot: [bytes.subarray(0, Math.floor(share * bytes.length))],
        checkpoints: {
          positions: [...checkpoints.keys()],
          read: async (position) =>
            position === broken ? [bytes.subarray(0, 40)] : (checkpoints.get(position) ?? null),
        },
      });
      const readings = second.history.mode === 'increment' ? [first.facts, second.facts] : [second.facts];
      expect(stored(readings)).toEqual(stored([whole.facts]));
      modes.push(second.history.mode);
    }
    // What was read before is known from the first part on.
    expect(modes).toContain('window');
    expect(modes).toContain('increment');
  });
});

describe('the window', () => {
  const at = (days: number) => FIRST_TIME + days * DAY;

  test('facts start at it, and ages in it are true for a year below', async () => {
    const lines = numbered(6);
    const plan: PlannedCommit[] = [
      { parents: [], tree: file(`${lines.join('\n')}\n`), authoredAt: at(0) },
      { parents: [0], tree: file(`${lines.with(1, 'line number one').join('\n')}\n`), authoredAt: at(400) },
      {
        parents: [1],
        tree: file(`${lines.with(1, 'line number uno').with(4, 'line number cuatro').join('\n')}\n`),
        authoredAt: at(700),
      },
    ];
    const { gitDir, shas } = await plannedRepository(plan);
    const { facts } = await readWhole(gitDir, { windowStart: at(690) });
    expect(facts.commits.map((commit) => commit.sha)).toEqual([shas[2]]);
    const [young, old] = facts.lineChanges;
    expect(young).toMatchObject({
      operation: 'chg',
      originSha: shas[1],
      originLine: 2,
      age: 300 * DAY,
      provenance: 'under_1_year',
    });
    expect(old).toMatchObject({ operation: 'chg', originSha: null, age: null, provenance: 'over_1_year' });
  });

  test('a commit that descends from one in the window is in it, whatever its clock says', async () => {
    const { gitDir, shas } = await plannedRepository([
      { parents: [], tree: file('one\n'), authoredAt: at(700) },
      { parents: [0], tree: file('one\ntwo\n'), authoredAt: at(1) },
    ]);
    const { facts } = await readWhole(gitDir, { windowStart: at(690) });
    expect(facts.commits.map((commit) => commit.sha)).toEqual([shas[1], shas[0]]);
  });
});

describe('delivery', () => {
  test('goes from the newest commit to the oldest, and can go on behind any batch', async () => {
    const { gitDir, shas } = await plannedRepository(randomHistory(9, 30));
    const history = await readHistory({ gitDir, defaultTip: 'main', windowStart: 0, source: plainSourceReading });
    const batches = [];
    for await (const batch of history.batches({ rows: 40, firstRows: 5 })) batches.push(batch);
    expect(batches.length).toBeGreaterThan(3);
    expect(batches[0]?.commits).toHaveLength(1);
    expect(batches[0]?.commits[0]?.sha).toBe(shas.at(-1));
    const order = batches.flatMap((batch) => batch.commits);
    const place = new Map(order.map((commit, index) => [commit.sha, index]));
    for (const commit of order) {
      for (const parent of commit.parents) expect(place.get(parent)).toBeGreaterThan(place.get(commit.sha) ?? 0);
    }
    const resumed = [];
    for await (const batch of history.batches({ rows: 40, firstRows: 5, from: batches[1]?.cursor ?? 0 }))
      resumed.push(batch);
    expect(resumed).toEqual(batches.slice(2));
    await history.close();
  });
});
