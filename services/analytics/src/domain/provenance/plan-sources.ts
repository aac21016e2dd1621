import { findSquashes, type SquashOfBranch } from './find-squashes.ts';
import type { FilesOf, KnownCommit, KnownPull } from './known-commit.ts';

/** Where a commit may have its lines from: another that makes the same change, the branch it puts together, one that it takes back. */
export type LineSource =
  | { kind: 'copy'; sha: string }
  | ({ kind: 'squash' } & SquashOfBranch)
  | { kind: 'revert'; sha: string };

export interface PlannedTarget {
  sha: string;
  sources: LineSource[];
}

/**
 * The commits whose lines have evidence of another kind than their commit's own declaration, sources before those that inherit from them.
 * Nothing but what git and the host say is used, so the order in which commits, pull requests and records came does not matter.
 */
export function planSources(
  commits: ReadonlyMap<string, KnownCommit>,
  pulls: readonly KnownPull[],
  filesOf: FilesOf,
): PlannedTarget[] {
  const sources = new Map<string, LineSource[]>();
  const add = (target: string, source: LineSource): void => {
    const own = sources.get(target);
    if (own) own.push(source);
    else sources.set(target, [source]);
  };
  for (const [target, sha] of findCopies(commits)) add(target, { kind: 'copy', sha });
  for (const [target, squash] of findSquashes(commits, pulls, filesOf)) add(target, { kind: 'squash', ...squash });
  for (const [target, sha] of findReverts(commits, pulls)) add(target, { kind: 'revert', sha });
  return orderTargets(commits, sources);
}

/** The commits that it is read from. */
export const sourceShas = (source: LineSource): readonly string[] =>
  source.kind === 'squash' ? source.commits : [source.sha];

/** Targets after what they inherit from, without those that nothing speaks of. Recursion would end at long chains of picks. */
function orderTargets(
  commits: ReadonlyMap<string, KnownCommit>,
  sources: ReadonlyMap<string, LineSource[]>,
): PlannedTarget[] {
  const state = new Map<string, 'open' | 'known' | 'nothing'>();
  const ordered: PlannedTarget[] = [];
  const visit = (start: string): void => {
    const stack = [start];
    while (stack.length > 0) {
      const sha = stack.at(-1) ?? '';
      const own = sources.get(sha) ?? [];
      if (!state.has(sha)) {
        state.set(sha, 'open');
        for (const source of own) for (const other of sourceShas(source)) if (!state.has(other)) stack.push(other);
        continue;
      }
      stack.pop();
      if (state.get(sha) !== 'open') continue;
      const commit = commits.get(sha);
      const usable = own.filter(
        // A revert restores lines of whoever wrote them: only its lines tell.
        (source) => source.kind === 'revert' || sourceShas(source).some((other) => state.get(other) === 'known'),
      );
      if (commit && (usable.length > 0 || commit.hasRecord)) ordered.push({ sha, sources: usable });
      const isKnown = usable.length > 0 || commit?.hasRecord || commit?.declares !== null;
      state.set(sha, isKnown && commit ? 'known' : 'nothing');
    }
  };
  for (const sha of commits.keys()) visit(sha);
  return ordered;
}

/** From this many changed lines on, two people do not write the same patch. */
const TELLING_LINES = 3;

/** Commits that make a change again: rebased, picked or amended. The source is the one that was there first. */
function* findCopies(commits: ReadonlyMap<string, KnownCommit>): Generator<[string, string]> {
  const plain = [...commits.values()].filter(({ isMerge }) => !isMerge);
  const seen = new Set<string>();
  const pair = function* (target: KnownCommit, source: KnownCommit): Generator<[string, string]> {
    const key = `${target.sha}${source.sha}`;
    if (seen.has(key)) return;
    seen.add(key);
    yield [target.sha, source.sha];
  };
  for (const target of plain)
    for (const sha of target.pickedFrom) {
      const source = commits.get(sha);
      if (source && !source.isMerge && source.sha !== target.sha) yield* pair(target, source);
    }
  const samePatch = Map.groupBy(
    plain.filter(({ patchId }) => patchId !== ''),
    ({ patchId }) => patchId,
  );
  for (const group of samePatch.values()) {
    for (const [target, source] of earlierOf(group)) {
      const isSameAuthor = target.authorEmail === source.authorEmail;
      const isRebased = isSameAuthor && target.authoredAt === source.authoredAt;
      const isLanded =
        (isSameAuthor || target.lineCount >= TELLING_LINES) &&
        !source.onDefaultBranch &&
        !isAncestor(commits, source, target);
      if (isRebased || isLanded) yield* pair(target, source);
    }
  }
  const sameAuthoring = Map.groupBy(plain, ({ authorEmail, authoredAt }) => `${authoredAt} ${authorEmail}`);
  for (const group of sameAuthoring.values()) {
    for (const [target, source] of earlierOf(group)) {
      const isAmended = target.parents[0] === source.parents[0];
      if (!isAmended && target.subject !== source.subject) continue;
      if (!isAncestor(commits, source, target)) yield* pair(target, source);
    }
  }
}

/** More commits than this of one author and second, or of one patch, are made by a machine and say nothing. */
const MOST_ALIKE = 50;

/** Each commit with those that were there before it, the earliest first; what is on the default branch was there last. */
function* earlierOf(group: readonly KnownCommit[]): Generator<[KnownCommit, KnownCommit]> {
  if (group.length < 2 || group.length > MOST_ALIKE) return;
  const sorted = group.toSorted(
    (one, other) =>
      one.committedAt - other.committedAt ||
      Number(one.onDefaultBranch) - Number(other.onDefaultBranch) ||
      Number(one.existent) - Number(other.existent),
  );
  for (const [at, target] of sorted.entries()) {
    for (const source of sorted.slice(0, at)) yield [target, source];
  }
}

const FAR = 5_000;
const DAY = 86_400;

/** Whether the target descends from the commit. Not looked for among much older ones, since clocks are wrong by hours, not by days. */
export function isAncestor(
  commits: ReadonlyMap<string, KnownCommit>,
  older: KnownCommit,
  target: KnownCommit,
): boolean {
  const seen = new Set<string>([target.sha]);
  const open = [target];
  for (let commit = open.pop(); commit !== undefined && seen.size < FAR; commit = open.pop()) {
    for (const sha of commit.parents) {
      if (sha === older.sha) return true;
      const parent = commits.get(sha);
      if (!parent || seen.has(sha) || parent.committedAt < older.committedAt - DAY) continue;
      seen.add(sha);
      open.push(parent);
    }
  }
  return false;
}

/** Commits that take another back: what that one deleted stands there again. */
function* findReverts(
  commits: ReadonlyMap<string, KnownCommit>,
  pulls: readonly KnownPull[],
): Generator<[string, string]> {
  const landed = new Map(pulls.map(({ number, squashSha, mergeSha }) => [number, squashSha || mergeSha]));
  for (const target of commits.values()) {
    if (target.isMerge) continue;
    const named = [...target.reverts, ...target.revertedPulls.map((number) => landed.get(number) ?? '')];
    for (const sha of new Set(named)) {
      const source = commits.get(sha);
      if (source && !source.isMerge && source.sha !== target.sha) yield [target.sha, source.sha];
    }
  }
}
