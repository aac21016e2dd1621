import { readHistory } from '@linescope/git-engine/read-history';
import { allFacts } from '@linescope/git-engine/referee/check-history';
import { blameOf, textFilesOf } from '@linescope/git-engine/referee/git-referee';
import { type MadeUpRepository, makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom, randomHistory } from '@linescope/git-engine/referee/random-history';
import { afterEach, describe, expect, test } from 'vitest';
import { knownFrom } from '../../testing/known-history.ts';
import { linkOf } from './file-history.ts';
import { type KnownHistory, lineBefore, type Place } from './find-writer.ts';
import { type Step, traceLine } from './trace-line.ts';

const PATIENCE = 120_000;
const made: MadeUpRepository[] = [];
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

async function readRepository(plan: Parameters<typeof makeRepository>[0]) {
  const repository = await makeRepository(plan);
  made.push(repository);
  const history = await readHistory({ gitDir: repository.gitDir, defaultTip: 'main', windowStart: 0 });
  const facts = await allFacts(history);
  await history.close();
  return { repository, known: knownFrom(facts) };
}

const shaOf = (known: KnownHistory, place: Place): string => known.graph.at(place.commit).sha;
const writtenIn = (steps: Step[]) => steps.filter((step) => step.kind === 'written');

describe('in histories of edits, renames, reverts, copies and mixed merges', () => {
  test.each([3, 17, 2026])(
    'every version was written by the commit that git blame names (seed %i)',
    async (seed) => {
      const { repository, known } = await readRepository(randomHistory(seed, 60));
      const { gitDir, shas } = repository;
      const random = randomFrom(seed);
      let checked = 0;
      const wrong: unknown[] = [];
      for (const tip of [shas.length - 1, random(shas.length), random(shas.length)].map((index) => shas[index] ?? '')) {
        for (const path of await textFilesOf(gitDir, tip)) {
          const blamed = await blameOf(gitDir, tip, path);
          const line = 1 + random(blamed.length);
          const { steps } = traceLine(known, { commit: known.graph.numberOf(tip), path, line });
          const written = writtenIn(steps);
          // The newest version as git sees it; each older one as git sees the version before its successor.
          for (const [index, { place }] of written.entries()) {
            const after = written[index - 1];
            const change = after && known.files.get(after.place.path)?.changes.get(after.place.commit);
            const link = change && linkOf(change, after.place.line);
            const revision = link ? `${shaOf(known, after.place)}^` : tip;
            const [theirs] =
              after === undefined
                ? [blamed[line - 1]]
                : link?.sha
                  ? [{ sha: link.sha, path: link.path, line: link.line }]
                  : await blameOf(gitDir, revision, link?.path ?? '', link?.line ?? 0);
            const ours = { sha: shaOf(known, place), path: place.path, line: place.line };
            checked++;
            if (JSON.stringify(ours) !== JSON.stringify(theirs)) wrong.push({ tip, path, line, index, ours, theirs });
          }
        }
      }
      expect(checked).toBeGreaterThan(10);
      expect(wrong.length / checked, JSON.stringify(wrong.slice(0, 3))).toBeLessThanOrEqual(0.03);
    },
    PATIENCE,
  );
});

describe('in a straight history', () => {
  /** Each commit changes the number of one line, or puts one on top. */
  const plan: { parents: number[]; tree: Map<string, string> }[] = [];
  let now = ['alpha = 1', 'beta = 2', 'gamma = 3', 'delta = 4', 'omega = 5'];
  for (let index = 0; index < 40; index++) {
    plan.push({ parents: index === 0 ? [] : [index - 1], tree: new Map([['a.txt', `${now.join('\n')}\n`]]) });
    const changed = (text: string) => text.replace(/\d+$/, String(index * 13));
    const at = index % now.length;
    now = index % 7 === 3 ? [`# note number ${index}`, ...now] : now.with(at, changed(now[at] ?? ''));
  }

  test('the versions of a line are those that git log -L shows', async () => {
    const { repository, known } = await readRepository(plan);
    const tip = repository.shas.at(-1) ?? '';
    for (let line = 1; line <= 8; line++) {
      const log = await repository.git('log', '-s', '--format=%H', `-L${line},${line}:a.txt`, tip);
      const { steps } = traceLine(known, { commit: known.graph.numberOf(tip), path: 'a.txt', line });
      expect(writtenIn(steps).map((step) => shaOf(known, step.place))).toEqual(log.trim().split('\n'));
    }
  });
});

test('a line goes back over hunks as git counts them', () => {
  const hunks = [2, 1, 2, 3, 8, 2, 9, 0, 11, 0, 12, 2]; // one line became three, two went, two came
  expect([1, 2, 4, 5, 9, 10, 11, 12, 13, 14].map((line) => lineBefore(hunks, line))).toEqual([
    1,
    null,
    null,
    3,
    7,
    10,
    11,
    null,
    null,
    12,
  ]);
});
