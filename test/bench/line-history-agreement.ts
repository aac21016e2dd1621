import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { linkOf } from '@linescope/analytics/domain/line-history/file-history';
import type { KnownHistory, Place, WrittenLine } from '@linescope/analytics/domain/line-history/find-writer';
import { traceLine } from '@linescope/analytics/domain/line-history/trace-line';
import { knownFrom } from '@linescope/analytics/testing/known-history';
import type { Facts } from '@linescope/git-engine/facts';
import { readHistory } from '@linescope/git-engine/read-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { type AskedLine, askGit, pickLines, tipOf } from './line-history/ask-both.ts';

const HELP = `npm run bench -- line-history-agreement --history <git folder> [--newest 500] [--older 200] [--except deps/]…

Holds the history of random lines against git log -L: lines of the newest version, and lines of random older ones. Folders
that came by subtree merges are left out by name. Where a line was moved or copied, git is asked again where it came from.
`;

type Verdict = {
  asked: AskedLine & { at: string };
  ours: string[];
  git: string[];
  isNewestSame: boolean;
  isSubset: boolean;
};

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    history: { type: 'string' },
    newest: { type: 'string', default: '500' },
    older: { type: 'string', default: '200' },
    except: { type: 'string', multiple: true, default: [] },
  },
});
if (values.help || values.history === undefined) process.stdout.write(HELP);
else await run(resolve(process.env['INIT_CWD'] ?? process.cwd(), values.history));

async function run(gitDir: string): Promise<void> {
  const known = await readKnown(gitDir);
  const random = randomFrom(7);
  const tip = await tipOf(gitDir);
  const isWanted = ({ path }: AskedLine) => !values.except.some((folder) => path.startsWith(folder));
  const questions = (await pickLines(gitDir, tip, Number(values.newest), random, isWanted)).map((line) => ({
    ...line,
    at: tip,
  }));
  for (let picked = 0; picked < Number(values.older); picked++) {
    const at = known.graph.at(random(known.graph.size)).sha;
    for (const line of await pickLines(gitDir, at, 1, random, isWanted)) questions.push({ ...line, at });
  }
  const verdicts: Verdict[] = [];
  for (const asked of questions) verdicts.push(await judge(gitDir, known, asked));
  report(verdicts);
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

async function judge(gitDir: string, known: KnownHistory, asked: Verdict['asked']): Promise<Verdict> {
  const { steps } = traceLine(known, { commit: known.graph.numberOf(asked.at), path: asked.path, line: asked.line });
  const written = steps.filter((step) => step.kind === 'written');
  const ours = written.map(({ place }) => known.graph.at(place.commit).sha);
  const git = await askGit(gitDir, asked.at, asked);
  let isSubset = true;
  let theirs = git;
  let from = 0;
  for (const [index, line] of written.entries()) {
    const origin = originOf(known, line);
    if (origin === null && index < written.length - 1) continue;
    isSubset &&= isInOrder(ours.slice(from, index + 1), theirs);
    from = index + 1;
    if (origin) theirs = await askGit(gitDir, known.graph.at(origin.commit).sha, origin);
  }
  return { asked, ours, git, isNewestSame: ours[0] === git[0], isSubset };
}

/** Where a moved or copied line came from; null for one that took another's place or is new. */
function originOf({ graph }: KnownHistory, { place, change }: WrittenLine): Place | null {
  const link = change && linkOf(change, place.line);
  if (!change || !link) return null;
  if (link.sha !== null) return { commit: graph.numberOf(link.sha), path: link.path, line: link.line };
  for (let index = 0; index < change.hunks.length; index += 4) {
    const [before = 0, countBefore = 0, after = 0, count = 0] = change.hunks.slice(index, index + 4);
    if (place.line < after || place.line >= after + count) continue;
    const isInPlace = link.path === change.pathBefore && link.line >= before && link.line < before + countBefore;
    const parent = graph.parentsOf(place.commit)[0];
    return isInPlace || parent === undefined ? null : { commit: parent, path: link.path, line: link.line };
  }
  return null;
}

function isInOrder(some: readonly string[], all: readonly string[]): boolean {
  let at = -1;
  return some.every((sha) => {
    at = all.indexOf(sha, at + 1);
    return at >= 0;
  });
}

function report(verdicts: Verdict[]): void {
  const write = (text: string) => process.stdout.write(`${text}\n`);
  const answered = verdicts.filter((verdict) => verdict.git.length > 0);
  const share = (isRight: (verdict: Verdict) => boolean) =>
    `${((answered.filter(isRight).length / answered.length) * 100).toFixed(2)} %`;
  write(`${answered.length} lines; the newest version by the same commit: ${share((verdict) => verdict.isNewestSame)}`);
  write(`our chain a part of git's, in order: ${share((verdict) => verdict.isSubset)}`);
  const different = answered.filter((verdict) => !verdict.isNewestSame || !verdict.isSubset);
  const short = (shas: readonly string[]) => shas.map((sha) => sha.slice(0, 9)).join(' ');
  for (const { asked, ours, git } of different.slice(0, 20)) {
    write(`  ${asked.at.slice(0, 9)} ${asked.path}:${asked.line}\n    ours ${short(ours)}\n    git  ${short(git)}`);
  }
}
