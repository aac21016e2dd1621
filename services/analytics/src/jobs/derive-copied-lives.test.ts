import { readHistory } from '@linescope/git-engine/read-history';
import { allFacts } from '@linescope/git-engine/referee/check-history';
import { makeRepository, type PlannedCommit } from '@linescope/git-engine/referee/made-up-history';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { deriveLineLives } from '../actions/derive-line-lives.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { areLivesCurrent } from '../store/life-derivations.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { storeHistory } from '../testing/survival/store-history.ts';

const { context } = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { clickHouse, postgres } = context;

const PATH = 'sections.js';
const DAY = 86_400;
const START = Date.UTC(2026, 0, 1) / 1000;
const SECTIONS = 12;

/** What stands in each section of the one file; sections are so far apart that a change of one is the same change wherever it is applied. */
type Sections = readonly (readonly string[])[];

const fileOf = (sections: Sections): string =>
  `${sections.flatMap((lines, section) => [...lines, ...spacer(section)]).join('\n')}\n`;
const spacer = (section: number): string[] =>
  [1, 2, 3, 4].map((line) => `const spacer${section}x${line} = pad(${section * 10 + line});`);

/** A change gives its section three lines of its own; a later one replaces the second of them. */
const written = (section: number): string[] =>
  [1, 2, 3].map((line) => `export const section${section}Line${line} = compute${section}(${line});`);
const replacement = (section: number): string => `export const later${section} = replaced${section}('anew');`;

/**
 * What happens in turn: a change on the branch, a pick of the branch's oldest change that main lacks, a merge of the branch into main, or a
 * later change on main of a section it has.
 */
type Step = 'change' | 'pick' | 'merge' | 'replace';

interface Change {
  section: number;
  authoredAt: number;
  /** By its place in the plan: the branch's own commit. */
  own: number;
  /** Those commits of it, the branch's own or a pick, that main has. */
  onMain: Set<number>;
  replacedAt: number | null;
}

function planOf(steps: readonly Step[]) {
  const blank: Sections = Array.from({ length: SECTIONS }, (_, section) => [`const section${section} = null;`]);
  const plan: PlannedCommit[] = [];
  const changes: Change[] = [];
  const onMain = new Set<Change>();
  let [main, branch] = [blank, blank];
  let [mainTip, branchTip] = [0, 0];
  const commit = (parents: number[], sections: Sections, authoredAt = START + plan.length * DAY): number => {
    const tree = new Map([[PATH, fileOf(sections)]]);
    plan.push({ parents, tree, authoredAt, committedAt: START + plan.length * DAY });
    return plan.length - 1;
  };
  commit([], blank);
  for (const step of steps) {
    const missing = changes.filter((change) => !onMain.has(change));
    const standing = [...onMain].filter(({ replacedAt }) => replacedAt === null);
    if (step === 'change' && changes.length < SECTIONS - 1) {
      const section = changes.length;
      branch = branch.with(section, written(section));
      branchTip = commit([branchTip], branch);
      changes.push({
        section,
        authoredAt: START + branchTip * DAY,
        own: branchTip,
        onMain: new Set(),
        replacedAt: null,
      });
    } else if (step === 'pick' && missing[0]) {
      const { section, authoredAt } = missing[0];
      main = main.with(section, written(section));
      mainTip = commit([mainTip], main, authoredAt);
      missing[0].onMain.add(mainTip);
      onMain.add(missing[0]);
    } else if (step === 'merge' && mainTip !== branchTip) {
      for (const change of missing) {
        main = main.with(change.section, written(change.section));
        onMain.add(change);
      }
      for (const change of changes) change.onMain.add(change.own);
      mainTip = commit([mainTip, branchTip], main);
    } else if (step === 'replace' && standing[0]) {
      const { section } = standing[0];
      main = main.with(section, written(section).with(1, replacement(section)));
      mainTip = commit([mainTip], main);
      standing[0].replacedAt = START + mainTip * DAY;
    }
  }
  commit([mainTip], main.with(SECTIONS - 1, ['const theEnd = true;']));
  return { plan, changes };
}

const rowSchema = z.object({ sha: z.string(), lines: z.number(), ends: z.array(z.number()) });

async function livesOf(entityId: number): Promise<Map<string, { lines: number; ends: number[] }>> {
  const rows = await clickHouse.query({
    name: 'lives',
    sql: `SELECT toString(sha) AS sha, sum(lives.lines) AS lines, arraySort(arrayFlatten(groupArray(arrayFlatten(
            arrayMap((day, count) -> arrayWithConstant(count, toInt32(day)), ended_on, ended))))) AS ends
          FROM line_lives AS lives FINAL WHERE entity_id = {entity_id:UInt64} AND lives.lines > 0 GROUP BY sha`,
    params: { entity_id: entityId },
    row: rowSchema,
  });
  return new Map(rows.map(({ sha, ...lives }) => [sha, lives]));
}

let entityId = 0;

async function derive(): Promise<void> {
  await bumpStamp(postgres, entityId, 'commits');
  while (!(await areLivesCurrent(postgres, entityId))) await deriveLineLives(context, entityId);
}

/** Stores the history, at once or its older part first, and answers the lives of each change by each of its commits: none of one that main has not. */
async function livesOfChanges(steps: readonly Step[], olderPart: number) {
  entityId++;
  const { plan, changes } = planOf(steps);
  const repository = await makeRepository(plan);
  removeAfterFile(repository.remove);
  const history = await readHistory({ gitDir: repository.gitDir, defaultTip: 'main', windowStart: 0 });
  const facts = await allFacts(history);
  await history.close();
  const byTime = facts.commits.toSorted((one, other) => one.committedAt - other.committedAt);
  const older = new Set(byTime.slice(0, Math.floor(byTime.length * olderPart)).map(({ sha }) => sha));
  const isOlder = ({ sha }: { sha: string }) => older.has(sha);
  if (olderPart > 0) {
    const part = {
      ...facts,
      commits: facts.commits.filter(isOlder),
      lineChanges: facts.lineChanges.filter(isOlder),
      fileChanges: facts.fileChanges.filter(isOlder),
      unrecordedEnds: facts.unrecordedEnds.filter(isOlder),
    };
    await storeHistory(clickHouse, part, { entity_id: entityId, repo_id: 100, version: 1 });
    await derive();
  }
  await storeHistory(clickHouse, facts, { entity_id: entityId, repo_id: 100, version: 2 });
  await derive();
  const lives = await livesOf(entityId);
  return changes.flatMap(({ own, onMain, replacedAt, section }) =>
    [...new Set([own, ...onMain])].map((place) => {
      const expected = onMain.has(place)
        ? { lines: 3, ends: replacedAt === null ? [] : [replacedAt / DAY] }
        : undefined;
      return { section, found: lives.get(repository.shas[place] ?? ''), expected };
    }),
  );
}

test('lines of a commit that was picked before its branch was merged live on, and end when the picked ones do', async () => {
  const lives = await livesOfChanges(['change', 'change', 'pick', 'replace', 'change', 'merge', 'replace'], 0);
  expect(lives.map(({ section }) => section)).toEqual([0, 0, 1, 2]);
  for (const { found, expected } of lives) expect(found).toEqual(expected);
  expect(lives.map(({ found }) => found?.ends.length)).toEqual([1, 1, 1, 0]);
});

test('whatever is picked, merged and replaced, at once or bit by bit, each copy of a change has the lives of its lines', async () => {
  const step = fc.constantFrom<Step>('change', 'change', 'pick', 'pick', 'merge', 'replace');
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 6, maxLength: 20 }),
    fc.constantFrom(0, 0.3, 0.6, 0.9),
    async (steps, olderPart) => {
      for (const { found, expected } of await livesOfChanges(steps, olderPart)) expect(found).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: 8, seed: 20_261_119 });
});
