import { linkOf } from '@linescope/analytics/domain/line-history/file-history';
import type { KnownHistory, Place, WrittenLine } from '@linescope/analytics/domain/line-history/find-writer';
import { traceLine } from '@linescope/analytics/domain/line-history/trace-line';
import { type AskedLine, askGit, blamedCommit, textAt } from './ask-both.ts';

export interface OwnVersion {
  sha: string;
  path: string;
  line: number;
}

export interface Verdict {
  asked: AskedLine & { at: string };
  ours: OwnVersion[];
  /** What `git log -L` says of the line asked for. */
  git: string[];
  isNewestSame: boolean;
  /** Where the newest differs: whether `git blame`, git's other opinion, names our commit. */
  doesBlameAgree: boolean;
  /** Our whole chain is in git's first answer, in order. */
  isInFirstAnswer: boolean;
  /** Each part of our chain between moves and copies is in git's answer for that part, and each move and copy is borne out. */
  isBorneOut: boolean;
  /** Moves and copies that the chain follows. */
  crossings: number;
}

/** Our chain for a line, against git's. */
export async function judgeLine(gitDir: string, known: KnownHistory, asked: Verdict['asked']): Promise<Verdict> {
  const { steps } = traceLine(known, { commit: known.graph.numberOf(asked.at), path: asked.path, line: asked.line });
  const written = steps.filter((step) => step.kind === 'written');
  const ours = written.map(({ place }) => versionOf(known, place));
  const shas = ours.map(({ sha }) => sha);
  const git = await askGit(gitDir, asked.at, asked);
  const isNewestSame = shas[0] === git[0];
  const verdict: Verdict = {
    asked,
    ours,
    git,
    isNewestSame,
    doesBlameAgree: !isNewestSame && shas[0] === (await blamedCommit(gitDir, asked.at, asked)),
    isInFirstAnswer: isInOrder(shas, git),
    isBorneOut: true,
    crossings: 0,
  };
  let theirs = git;
  let from = 0;
  for (const [index, line] of written.entries()) {
    const origin = originOf(known, line);
    if (origin === null && index < written.length - 1) continue;
    verdict.isBorneOut &&= isInOrder(shas.slice(from, index + 1), theirs);
    from = index + 1;
    if (origin === null || from === written.length) continue;
    verdict.crossings++;
    const source = versionOf(known, origin);
    verdict.isBorneOut &&= await isSameText(gitDir, versionOf(known, line.place), source);
    theirs = await askGit(gitDir, source.sha, source);
  }
  return verdict;
}

const versionOf = ({ graph }: KnownHistory, { commit, path, line }: Place): OwnVersion => ({
  sha: graph.at(commit).sha,
  path,
  line,
});

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

/** Whether git's own objects hold the same text at both places, white space apart. */
async function isSameText(gitDir: string, one: OwnVersion, other: OwnVersion): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(({ sha, ...line }) => textAt(gitDir, sha, line)));
  return first !== null && second !== null && squeeze(first ?? '') === squeeze(second ?? '');
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

function isInOrder(some: readonly string[], all: readonly string[]): boolean {
  let at = -1;
  return some.every((sha) => {
    at = all.indexOf(sha, at + 1);
    return at >= 0;
  });
}
