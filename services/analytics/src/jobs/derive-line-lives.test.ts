import type { Facts } from '@linescope/git-engine/facts';
import { readHistory } from '@linescope/git-engine/read-history';
import { allFacts } from '@linescope/git-engine/referee/check-history';
import { makeRepository, type PlannedCommit } from '@linescope/git-engine/referee/made-up-history';
import { randomHistory } from '@linescope/git-engine/referee/random-history';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { deriveLineLives } from '../actions/derive-line-lives.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { areLivesCurrent, resetLives, saveLives, takeStaleLives } from '../store/life-derivations.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { plainLives } from '../testing/survival/plain-lives.ts';
import { storeHistory } from '../testing/survival/store-history.ts';

const { context } = await startAnalytics({ entities: [], people: [], teams: [], access: new Map() });
const { clickHouse, postgres } = context;

async function readFacts(plan: readonly PlannedCommit[]): Promise<Facts> {
  const repository = await makeRepository(plan);
  removeAfterFile(repository.remove);
  const history = await readHistory({ gitDir: repository.gitDir, defaultTip: 'main', windowStart: 0 });
  const facts = await allFacts(history);
  await history.close();
  return facts;
}

const REPO = 100;

async function store(facts: Facts, entityId: number, version = 1): Promise<void> {
  await storeHistory(clickHouse, facts, { entity_id: entityId, repo_id: REPO, version });
  await derive(entityId);
}

const derived = new Map<string, string>();

async function derive(entityId: number): Promise<void> {
  await bumpStamp(postgres, entityId, 'commits');
  while (!(await areLivesCurrent(postgres, entityId))) await deriveLineLives(context, entityId, derived);
}

const rowSchema = z.object({
  path: z.string(),
  sha: z.string(),
  born_on: z.number(),
  lines: z.number(),
  ends: z.string(),
});

/** Lines by what wrote them, with the days on which they ended. */
async function storedLives(entityId: number, repoId = REPO) {
  const rows = await clickHouse.query({
    name: 'lives',
    sql: `SELECT path, sha, any(born_on) AS born_on, sum(lives.lines) AS lines,
            toString(arraySort(arrayFlatten(groupArray(arrayFlatten(arrayMap((day, count) -> arrayWithConstant(count, day), ended_on, ended)))))) AS ends
          FROM line_lives AS lives FINAL WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND lives.lines > 0 GROUP BY path, sha ORDER BY path, sha`,
    params: { entity_id: entityId, repo_id: repoId },
    row: rowSchema,
  });
  return rows.map(({ path, sha, born_on, lines, ends }) => `${path} ${sha} ${born_on} ${lines} ${ends}`);
}

function expectedLives(facts: Facts): string[] {
  const files = Map.groupBy(plainLives(facts), ({ path, sha }) => `${path} ${sha}`);
  return [...files]
    .map(([name, lives]) => {
      const ends = lives.flatMap(({ endedOn }) => (endedOn === null ? [] : [endedOn])).sort((a, b) => a - b);
      return `${name} ${lives[0]?.bornOn} ${lives.length} [${ends.join(',')}]`;
    })
    .sort();
}

const sorted = (rows: string[]) => rows.toSorted();

test('lines live as they do when every change is followed back by hand, moves and reformats through', async () => {
  for (const seed of [1, 2]) {
    const facts = await readFacts(randomHistory(seed, 40));
    await store(facts, seed);
    expect(sorted(await storedLives(seed))).toEqual(expectedLives(facts));
    expect(expectedLives(facts).length).toBeGreaterThan(10);
  }
});

test('a line that was moved twice and reformatted ends, when it is changed, as the line it was written as', async () => {
  const own = 'const theAnswerToEverything = computeTheAnswer(42);';
  const other = (name: string) => `const another${name} = somethingElse(${name.length}, '${name}');`;
  const tree = (...files: [string, string[]][]) =>
    new Map(files.map(([path, lines]) => [path, `${lines.join('\n')}\n`] as const));
  const day = (number: number) => ({ authoredAt: Date.UTC(2026, 0, number) / 1000 });
  const facts = await readFacts([
    { parents: [], ...day(1), tree: tree(['a.js', [own, other('One'), other('Two')]], ['b.js', [other('Three')]]) },
    { parents: [0], ...day(5), tree: tree(['a.js', [other('One'), other('Two')]], ['b.js', [other('Three'), own]]) },
    {
      parents: [1],
      ...day(9),
      tree: tree(['a.js', [other('One'), other('Two')]], ['b.js', [other('Three'), `    ${own}`]]),
    },
    {
      parents: [2],
      ...day(20),
      tree: tree(['a.js', [other('One'), other('Two')]], ['b.js', [other('Three'), own.replace('42', '43')]]),
    },
  ]);
  await store(facts, 10);
  const first = facts.commits.find(({ parents }) => parents.length === 0)?.sha;
  const last = facts.commits[0]?.sha;
  const dayNumber = (number: number) => Date.UTC(2026, 0, number) / 86_400_000;
  expect(sorted(await storedLives(10))).toEqual(
    sorted([
      `a.js ${first} ${dayNumber(1)} 3 [${dayNumber(20)}]`,
      `b.js ${first} ${dayNumber(1)} 1 []`,
      `b.js ${last} ${dayNumber(20)} 1 []`,
    ]),
  );
});

/** As if only the first commits were there, some of them on no branch. */
function until(facts: Facts, count: number, onBranch: (index: number) => boolean = () => true): Facts {
  const inOrder = facts.commits.toSorted((one, other) => one.committedAt - other.committedAt);
  const known = new Map(
    inOrder
      .slice(0, count)
      .map((commit, index) => [commit.sha, { ...commit, onDefaultBranch: commit.onDefaultBranch && onBranch(index) }]),
  );
  const isKnown = ({ sha }: { sha: string }) => known.has(sha);
  return {
    ...facts,
    commits: [...known.values()],
    lineChanges: facts.lineChanges.filter(isKnown),
    fileChanges: facts.fileChanges.filter(isKnown),
    unrecordedEnds: facts.unrecordedEnds.filter(isKnown),
  };
}

test('commits that come later, leave the branch and come back leave the same lives as all at once', async () => {
  const facts = await readFacts(randomHistory(7, 50));
  const steps = [until(facts, 30), until(facts, 50, (index) => index % 5 !== 0), until(facts, 50)];
  for (const [index, step] of steps.entries()) {
    await store(step, 20, index + 1);
    expect(sorted(await storedLives(20))).toEqual(expectedLives(step));
  }
});

test('repos that are derived together each have their own lives, though one is a copy of another', async () => {
  const [one, other] = [await readFacts(randomHistory(11, 30)), await readFacts(randomHistory(12, 30))];
  const isKept = (index: number) => index % 4 !== 0;
  const steps = [
    [until(one, 20), until(one, 20), until(other, 30)],
    [until(one, 30), until(one, 20, isKept), until(other, 30)],
    [until(one, 30, isKept), until(one, 30), until(other, 30, isKept)],
  ];
  for (const [step, repos] of steps.entries()) {
    for (const [index, facts] of repos.entries())
      await storeHistory(clickHouse, facts, { entity_id: 30, repo_id: REPO + index, version: step + 1 });
    await derive(30);
    for (const [index, facts] of repos.entries())
      expect(sorted(await storedLives(30, REPO + index))).toEqual(expectedLives(facts));
  }
});

test('of repos that were stored lately only those are derived again in which something has changed', async () => {
  const facts = await readFacts(randomHistory(13, 30));
  const entityId = 40;
  const storeIn = (repoId: number, stored: Facts, version: number) =>
    storeHistory(clickHouse, stored, { entity_id: entityId, repo_id: repoId, version });
  const derivedRepos = async () => {
    const rows = await clickHouse.query({
      name: 'versions',
      sql: `SELECT repo_id, toString(max(version)) AS version FROM line_lives WHERE entity_id = ${entityId} GROUP BY repo_id`,
      row: z.object({ repo_id: z.number(), version: z.string() }),
    });
    return new Map(rows.map((row) => [row.repo_id, row.version]));
  };
  for (const repoId of [1, 2, 3]) await storeIn(repoId, until(facts, 20), 1);
  await derive(entityId);
  const before = await derivedRepos();
  await storeIn(2, until(facts, 30), 2);
  // The lines of a commit may come before it is scored, or after.
  await storeIn(3, { ...until(facts, 30), commits: [], fileChanges: [], unrecordedEnds: [] }, 2);
  await derive(entityId);
  const after = await derivedRepos();
  expect([1, 2, 3].map((repoId) => after.get(repoId) !== before.get(repoId))).toEqual([false, true, true]);
  await storeIn(3, until(facts, 30), 2);
  await derive(entityId);
  for (const [repoId, count] of [
    [1, 20],
    [2, 30],
    [3, 30],
  ] as const)
    expect(sorted(await storedLives(entityId, repoId))).toEqual(expectedLives(until(facts, count)));
});

test('lives are reset without waiting for a derivation that is under way, which then does not count', async () => {
  const entityId = 900;
  await bumpStamp(postgres, entityId, 'commits');
  await deriveLineLives(context, entityId);
  expect(await areLivesCurrent(postgres, entityId)).toBe(true);
  await bumpStamp(postgres, entityId, 'commits');
  await postgres.transaction(async (tx) => {
    const stale = await takeStaleLives(tx, entityId);
    expect(await postgres.transaction((other) => takeStaleLives(other, entityId))).toBeNull();
    await resetLives(postgres, entityId);
    if (stale) await saveLives(tx, entityId, stale, new Date());
  });
  expect(await areLivesCurrent(postgres, entityId)).toBe(false);
});
