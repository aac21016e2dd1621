/**
 * Holds our chains of versions against `git log -L n,n:path`, line by line. What is compared, so that both sides are fair:
 *
 *   newest        the commit of our newest version is the first that git names
 *   first answer  every commit of our chain is in git's answer, in the same order
 *   borne out     the same, where a line was moved or copied followed to its origin as well
 *
 * `git log -L` never looks beyond the file and its former names: where text came from another place, it ends there, or goes on
 * along whatever stood in that spot. We go on at the origin. So for the last figure a chain is cut at each move or copy: git
 * is asked again at the origin, the part from there on must be in that answer, in order, and the text at both ends of the cut
 * must be the same in git's own objects, white space apart. One part or cut that fails makes the line fail.
 *
 * A subset is cheap to reach by saying little, so how much of git's answer our chains hold is printed too. Git follows the whole
 * hunk that a line stood in, so its answers also hold commits that never touched the line: ten such cases are printed side by side.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { KnownHistory } from '@linescope/analytics/domain/line-history/find-writer';
import { knownFrom } from '@linescope/analytics/testing/known-history';
import type { Facts } from '@linescope/git-engine/facts';
import { readHistory } from '@linescope/git-engine/read-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { type AskedLine, countCommits, pickLines, tipOf } from './line-history/ask-both.ts';
import { judgeLine, type Verdict } from './line-history/judge-line.ts';
import { showSideBySide } from './line-history/show-cases.ts';

const HELP = `npm run bench -- line-history-agreement --history <git folder> [--newest 500] [--older 200] [--except deps/]… [--show 10]

Holds the history of random lines against git log -L: lines of the newest version, and lines of random older ones. Folders
that came by subtree merges are left out by name. The head of test/bench/line-history-agreement.ts says what counts.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    history: { type: 'string' },
    newest: { type: 'string', default: '500' },
    older: { type: 'string', default: '200' },
    except: { type: 'string', multiple: true, default: [] },
    show: { type: 'string', default: '10' },
  },
});
if (values.help || values.history === undefined) process.stdout.write(HELP);
else await run(resolve(process.env['INIT_CWD'] ?? process.cwd(), values.history));

async function run(gitDir: string): Promise<void> {
  const known = await readKnown(gitDir);
  const random = randomFrom(7);
  const tip = await tipOf(gitDir);
  const isWanted = ({ path }: AskedLine) => !values.except.some((folder) => path.startsWith(folder));
  const newest = await pickLines(gitDir, tip, Number(values.newest), random, isWanted);
  const older: Verdict['asked'][] = [];
  while (older.length < Number(values.older)) {
    const at = known.graph.at(random(known.graph.size)).sha;
    for (const line of await pickLines(gitDir, at, 1, random, isWanted)) older.push({ ...line, at });
  }
  const judgeAll = async (queries: Verdict['asked'][]) => {
    const verdicts: Verdict[] = [];
    for (const asked of queries) verdicts.push(await judgeLine(gitDir, known, asked));
    return verdicts.filter((verdict) => verdict.git.length > 0);
  };
  write(`${await countCommits(gitDir)} commits`);
  const ofTip = await judgeAll(newest.map((line) => ({ ...line, at: tip })));
  const ofOlder = await judgeAll(older);
  report('lines of the newest version', ofTip);
  report('lines of older versions', ofOlder);
  report('together', [...ofTip, ...ofOlder]);
  await showSideBySide(gitDir, [...ofTip, ...ofOlder], Number(values.show), write);
}

async function readKnown(gitDir: string): Promise<KnownHistory> {
  const history = await readHistory({ gitDir, defaultTip: 'HEAD', windowStart: 0 });
  const facts: Pick<Facts, 'commits' | 'fileChanges' | 'mergeRoutes'> = {
    commits: [],
    fileChanges: [],
    mergeRoutes: [],
  };
  for await (const batch of history.batches()) {
    for (const commit of batch.commits) facts.commits.push(commit);
    for (const change of batch.fileChanges) facts.fileChanges.push(change);
    for (const route of batch.mergeRoutes) facts.mergeRoutes.push(route);
  }
  await history.close();
  return knownFrom(facts);
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

function report(name: string, verdicts: Verdict[]): void {
  const count = (isRight: (verdict: Verdict) => boolean) => verdicts.filter(isRight).length;
  const share = (part: number, whole = verdicts.length) => `${((part / whole) * 100).toFixed(2)} %`;
  const differing = verdicts.filter((verdict) => !verdict.isNewestSame);
  const held = verdicts.map(({ ours, git }) => git.filter((sha) => ours.some((version) => version.sha === sha)).length);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  write(`${name}: ${verdicts.length}`);
  write(
    `  newest        ${share(count((verdict) => verdict.isNewestSame))}; of the ${differing.length} others git blame says what we say of ${count((verdict) => verdict.doesBlameAgree)}`,
  );
  write(`  first answer  ${share(count((verdict) => verdict.isInFirstAnswer))}`);
  write(
    `  borne out     ${share(count((verdict) => verdict.isBorneOut))}, with ${sum(verdicts.map((verdict) => verdict.crossings))} moves and copies followed`,
  );
  write(`  of the commits that git names, ours hold ${share(sum(held), sum(verdicts.map(({ git }) => git.length)))}`);
}
