import type { FilesOf, KnownCommit, KnownPull } from './known-commit.ts';

/** The branch that a commit puts together: its head and the commits that only it has. */
export interface SquashOfBranch {
  head: string;
  commits: readonly string[];
  /** The branch has commits that declare what the target declares, and others that do not. */
  narrows: boolean;
}

/** A branch of more commits is not a change that someone squashes. */
const MOST_COMMITS = 2_000;

/** The commits that squash a branch: as the host says, or whose files are those at the head of a branch. */
export function* findSquashes(
  commits: ReadonlyMap<string, KnownCommit>,
  pulls: readonly KnownPull[],
  filesOf: FilesOf,
): Generator<[string, SquashOfBranch]> {
  const heads = new Set<string>();
  const targets = new Set<string>();
  for (const pull of pulls) {
    const target = targetOf(commits, pull);
    if (!target) continue;
    const branch = branchOf(commits, pull.headSha, pull.commitShas);
    if (branch.length === 0 || branch.includes(target.sha)) continue;
    heads.add(pull.headSha);
    targets.add(target.sha);
    yield [target.sha, describe(commits, target, pull.headSha, branch)];
  }
  for (const [target, head] of findByFiles(commits, heads, targets, filesOf)) {
    const branch = branchOf(commits, head.sha, []);
    if (!branch.includes(target.sha)) yield [target.sha, describe(commits, target, head.sha, branch)];
  }
}

function describe(
  commits: ReadonlyMap<string, KnownCommit>,
  target: KnownCommit,
  head: string,
  branch: readonly string[],
): SquashOfBranch {
  const own = branch.flatMap((sha) => commits.get(sha) ?? []).filter(({ isMerge }) => !isMerge);
  const isCopied = own.some(({ declares }) => declares !== null && declares === target.declares);
  const narrows = target.declares !== null && isCopied && own.some(({ declares }) => declares === null);
  return { head, commits: branch, narrows };
}

/**
 * The single commit that a pull request left: the one the host names, or, where that is a merge which does not have the branch's head,
 * the only commit that the merge brought.
 */
function targetOf(commits: ReadonlyMap<string, KnownCommit>, pull: KnownPull): KnownCommit | null {
  const named = commits.get(pull.squashSha || pull.mergeSha);
  if (!named || named.sha === pull.headSha) return null;
  if (!named.isMerge) return named;
  const [first, second] = named.parents;
  const brought = commits.get(second ?? '');
  if (!brought || brought.isMerge || brought.sha === pull.headSha || pull.commitShas.includes(brought.sha)) return null;
  // Its parent is the branch it was merged into, as that was when the squash was made.
  return isOlder(commits, brought.parents[0], first) ? brought : null;
}

function isOlder(
  commits: ReadonlyMap<string, KnownCommit>,
  older: string | undefined,
  tip: string | undefined,
): boolean {
  let sha = tip;
  for (let steps = 0; sha !== undefined && steps < MOST_COMMITS; steps++) {
    if (sha === older) return true;
    sha = commits.get(sha)?.parents[0];
  }
  return false;
}

/** What the head reaches of commits that are not on the default branch, or of those that the host lists. */
function branchOf(commits: ReadonlyMap<string, KnownCommit>, head: string, listed: readonly string[]): string[] {
  const allowed = listed.length > 0 && listed.includes(head) ? new Set(listed) : null;
  const branch: string[] = [];
  const seen = new Set<string>();
  const open = [head];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const commit = commits.get(sha);
    if (!commit || seen.has(sha) || commit.onDefaultBranch) continue;
    // The host leaves merges out of its list, or not.
    if (allowed && !allowed.has(sha) && !commit.isMerge) continue;
    seen.add(sha);
    branch.push(sha);
    if (branch.length > MOST_COMMITS) return [];
    open.push(...commit.parents);
  }
  return branch;
}

/** Commits of branches that bear evidence and of which no pull request tells what became of them. */
export function unexplainedBranches(commits: ReadonlyMap<string, KnownCommit>, pulls: readonly KnownPull[]): string[] {
  const explained = new Set(pulls.filter((pull) => targetOf(commits, pull)).map(({ headSha }) => headSha));
  const shas = new Set<string>();
  for (const head of headsOf(commits)) {
    if (explained.has(head.sha)) continue;
    const branch = branchOf(commits, head.sha, []);
    const bearsEvidence = branch.some((sha) => commits.get(sha)?.hasRecord || commits.get(sha)?.declares !== null);
    if (bearsEvidence) for (const sha of branch) shas.add(sha);
  }
  return [...shas];
}

/** Commits beside the default branch that no other such commit descends from. */
function headsOf(commits: ReadonlyMap<string, KnownCommit>): KnownCommit[] {
  const hasChild = new Set<string>();
  for (const { parents, onDefaultBranch } of commits.values()) {
    if (!onDefaultBranch) for (const parent of parents) hasChild.add(parent);
  }
  return [...commits.values()].filter(({ sha, onDefaultBranch }) => !onDefaultBranch && !hasChild.has(sha));
}

/** Without word of the host: a commit is the squash of the branch at whose head each of its files is just as it left it. */
function* findByFiles(
  commits: ReadonlyMap<string, KnownCommit>,
  knownHeads: ReadonlySet<string>,
  knownTargets: ReadonlySet<string>,
  filesOf: FilesOf,
): Generator<[KnownCommit, KnownCommit]> {
  const byFile = new Map<string, KnownCommit[]>();
  for (const commit of commits.values()) {
    if (!commit.onDefaultBranch || commit.isMerge || knownTargets.has(commit.sha)) continue;
    for (const [path, blob] of filesOf(commit.sha) ?? []) {
      const key = `${blob} ${path}`;
      const known = byFile.get(key);
      if (known) known.push(commit);
      else byFile.set(key, [commit]);
    }
  }
  for (const head of headsOf(commits)) {
    if (knownHeads.has(head.sha)) continue;
    const files = filesAt(commits, head.sha, filesOf);
    const candidates = new Set([...files].flatMap(([path, blob]) => byFile.get(`${blob} ${path}`) ?? []));
    const squashes = [...candidates].filter(({ sha, committedAt }) => {
      const own = filesOf(sha);
      return (
        committedAt >= head.committedAt &&
        own &&
        own.size > 0 &&
        [...own].every(([path, blob]) => files.get(path) === blob)
      );
    });
    for (const squash of squashes) yield [squash, head];
  }
}

/** The files that a branch changed, as they are at its head. */
function filesAt(commits: ReadonlyMap<string, KnownCommit>, head: string, filesOf: FilesOf): Map<string, string> {
  const files = new Map<string, string>();
  let sha: string | undefined = head;
  for (let steps = 0; sha !== undefined && steps < MOST_COMMITS; steps++) {
    const commit = commits.get(sha);
    if (!commit || commit.onDefaultBranch) break;
    for (const [path, blob] of filesOf(sha) ?? []) if (!files.has(path)) files.set(path, blob);
    sha = commit.parents[0];
  }
  return files;
}
