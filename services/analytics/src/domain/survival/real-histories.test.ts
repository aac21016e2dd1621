import { basename, dirname } from 'node:path';
import type { Facts } from '@linescope/git-engine/facts';
import { readHistory } from '@linescope/git-engine/read-history';
import { allFacts } from '@linescope/git-engine/referee/check-history';
import { blameOf, textFilesOf } from '@linescope/git-engine/referee/git-referee';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { randomHistory } from '@linescope/git-engine/referee/random-history';
import { describe, expect, test } from 'vitest';
import { askR, hasR } from '../../testing/survival/ask-r.ts';
import { compareWithR } from '../../testing/survival/compare-with-r.ts';
import { plainLives } from '../../testing/survival/plain-lives.ts';
import { LifeEntriesBuilder } from './life-entries.ts';

/** LINESCOPE_HISTORIES names real histories (git folders, separated by colons); a small made-up one otherwise. */
const histories = (process.env['LINESCOPE_HISTORIES'] ?? '').split(':').filter((folder) => folder !== '');
const HOURS = 3_600_000;
const UNTIL = 365;
const DAY = 86_400;

async function readFacts(gitDir: string, defaultTip: string): Promise<{ facts: Facts; tip: string }> {
  const history = await readHistory({ gitDir, defaultTip, windowStart: 0 });
  const facts = await allFacts(history);
  await history.close();
  return { facts, tip: history.defaultTip };
}

/** Two groups by author, strata by year. */
function entriesOf(facts: Facts) {
  const commits = new Map(facts.commits.map((commit, number) => [commit.sha, { number, commit }]));
  const counted = facts.commits.filter(({ isMerge, onDefaultBranch }) => onDefaultBranch && !isMerge);
  const lastDay = Math.floor(counted.reduce((last, { authoredAt }) => Math.max(last, authoredAt), 0) / DAY);
  const counts = new Map<
    string,
    { cluster: number; group: number; stratum: number; age: number; ended: number; left: number }
  >();
  for (const { sha, bornOn, endedOn } of plainLives(facts)) {
    const known = commits.get(sha);
    const cluster = known?.number ?? 0;
    const group = (known?.commit.authorEmail.length ?? 0) % 2;
    const age = Math.max((endedOn ?? lastDay) - bornOn, 0);
    const key = `${cluster} ${age} ${endedOn === null}`;
    const entry = counts.get(key) ?? { cluster, group, stratum: Math.floor(bornOn / 365.25), age, ended: 0, left: 0 };
    counts.set(key, entry);
    if (endedOn === null) entry.left++;
    else entry.ended++;
  }
  const builder = new LifeEntriesBuilder();
  for (const { cluster, group, stratum, age, ended, left } of counts.values())
    builder.add(cluster, group, stratum, age, ended, left);
  return builder.done();
}

/**
 * Lines of files that score that stand at the newest commit if moves and reformats were births: all that were written, less all that were
 * replaced or that a merge dropped, and those again that a merge kept.
 */
async function survivorsAgainstBlame(gitDir: string, facts: Facts, tip: string) {
  const keyOf = (sha: string, path: string, line: number) => `${sha} ${line} ${path}`;
  const scored = new Map(facts.fileChanges.toReversed().map((file) => [file.path, file.scored]));
  const living = new Set<string>();
  const changesOf = Map.groupBy(facts.lineChanges, ({ sha }) => sha);
  const unrecordedEndsOf = Map.groupBy(facts.unrecordedEnds, ({ sha }) => sha);
  // Facts come newest first.
  for (const commit of facts.commits.toReversed()) {
    if (!commit.onDefaultBranch) continue;
    const changes = changesOf.get(commit.sha) ?? [];
    for (const line of changes) {
      const isCounted = line.scored || (commit.isMerge && scored.get(line.path));
      if (line.lineAfter !== null && isCounted) living.add(keyOf(line.sha, line.path, line.lineAfter));
    }
    for (const line of changes) {
      if (line.lineBefore === null || line.originSha === null || line.operation === 'copy') continue;
      living.delete(keyOf(line.originSha, line.originPath ?? '', line.originLine ?? 0));
    }
    for (const { kept, origin, count } of unrecordedEndsOf.get(commit.sha) ?? []) {
      for (let at = 0; at < count; at++) {
        const key = keyOf(origin.sha, origin.path, origin.line + at);
        if (!kept) living.delete(key);
        else if (scored.get(origin.path)) living.add(key);
      }
    }
  }
  // A merge may take the same line from both parents.
  const blamed = new Set<string>();
  for (const name of await textFilesOf(gitDir, tip)) {
    const path = Buffer.from(name, 'latin1').toString();
    if (!scored.get(path)) continue;
    for (const line of await blameOf(gitDir, tip, path))
      blamed.add(keyOf(line.sha, Buffer.from(line.path, 'latin1').toString(), line.line));
  }
  return { blamed: blamed.size, found: [...blamed].filter((key) => living.has(key)).length, ours: living.size };
}

const print = (text: string) => process.stdout.write(`${text}\n`);

async function check(name: string, gitDir: string, tip: string) {
  const { facts, tip: newest } = await readFacts(gitDir, tip);
  const entries = entriesOf(facts);
  // R starts slowly, and survival.test.ts asks it about made-up lines.
  const isCompared = histories.includes(gitDir) && hasR();
  if (isCompared) compareWithR(entries, 2, await askR(entries, UNTIL), UNTIL);
  else print(`${name}: NOT compared with R`);
  const survivors = await survivorsAgainstBlame(gitDir, facts, newest);
  print(`${name}: ${entries.size} entries; ${JSON.stringify(survivors)}`);
  return survivors;
}

describe('survival of whole histories is R’s to 1e-9, and survivors are the lines that git blame knows', () => {
  test('of a made-up history', async () => {
    // Without merges, so that every line is accounted for.
    const plan = randomHistory(11, 60).map((commit, index) => ({ ...commit, parents: index === 0 ? [] : [index - 1] }));
    const repository = await makeRepository(plan);
    const { blamed, found, ours } = await check('made up', repository.gitDir, 'main');
    await repository.remove();
    expect([found, ours]).toEqual([blamed, blamed]);
  });
  test('of made-up histories whose merges drop lines and keep lines that a parent had removed', async () => {
    for (const seed of [11, 12, 13]) {
      const repository = await makeRepository(randomHistory(seed, 60));
      const { blamed, found, ours } = await check('made up', repository.gitDir, 'main');
      await repository.remove();
      expect([found, ours]).toEqual([blamed, blamed]);
    }
  });
  test.each(histories)('of %s', { timeout: HOURS }, async (gitDir) => {
    const { blamed, found, ours } = await check(basename(dirname(gitDir)), gitDir, 'HEAD');
    expect(found / blamed).toBeGreaterThan(0.998);
    expect(Math.abs(ours / blamed - 1)).toBeLessThan(0.001);
  });
});
