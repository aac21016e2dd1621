import type { Difference } from './check-history.ts';
import { type BlamedLine, lastChangeOf, type Patch, parentsOf, patchOf } from './git-referee.ts';

/*
 * Why a line's origin is not the one that `git blame` names. Blame compares files in its own way, a reading goes by the
 * patches of `git log -p`, and where equal lines stand in a file more than once the two may pair them differently. So for
 * every difference git is asked again: the line is followed back through git's own patches, commit by commit.
 */
export type DifferenceClass =
  | "git's patches, followed one by one, name our origin (equal lines, which blame pairs otherwise)"
  | 'a rename whose source git blame chooses otherwise'
  | 'a subtree merge, whose file stood without its folder'
  | 'a merge: the line stands on both sides'
  | 'a file that only one of both reads as text'
  | 'not explained';

type Place = BlamedLine & { readonly merges: number };

export async function classDifferences(
  gitDir: string,
  differences: readonly Difference[],
): Promise<Map<DifferenceClass, Difference[]>> {
  const follow = createFollower(gitDir);
  const classes = new Map<DifferenceClass, Difference[]>();
  for (const difference of differences) {
    const name = await classOf(difference, follow);
    classes.set(name, [...(classes.get(name) ?? []), difference]);
  }
  return classes;
}

async function classOf(
  { at, ours, git }: Difference,
  follow: (at: BlamedLine) => Promise<Place>,
): Promise<DifferenceClass> {
  if (!isLine(ours) || !isLine(git)) return 'a file that only one of both reads as text';
  const isSubtree = (path: string) => at.path.endsWith(`/${path}`);
  if (ours.path !== git.path && (isSubtree(ours.path) || isSubtree(git.path)))
    return 'a subtree merge, whose file stood without its folder';
  if (ours.path !== git.path) return 'a rename whose source git blame chooses otherwise';
  const followed = await follow(at);
  if (followed.sha === ours.sha && followed.path === ours.path && followed.line === ours.line)
    return "git's patches, followed one by one, name our origin (equal lines, which blame pairs otherwise)";
  return followed.merges > 0 ? 'a merge: the line stands on both sides' : 'not explained';
}

function isLine(value: unknown): value is BlamedLine {
  return typeof value === 'object' && value !== null && 'line' in value && value.line !== null;
}

function createFollower(gitDir: string) {
  const last = asOnce((at, path) => lastChangeOf(gitDir, at, path));
  const parentsAt = asOnce((sha) => parentsOf(gitDir, sha));
  const patch = asOnce((before, after, path) => patchOf(gitDir, before, after, path));

  return async (from: BlamedLine): Promise<Place> => {
    let { sha: at, path, line } = from;
    for (let merges = 0; ; ) {
      const sha = await last(at, path);
      if (sha === null) return { sha: at, path, line, merges };
      const parents = await parentsAt(sha);
      if (parents.length > 1) merges += 1;
      let next: BlamedLine | null = null;
      for (const parent of parents) {
        next ??= before(await patch(parent, sha, path), { sha: parent, path, line });
      }
      if (next === null) return { sha, path, line, merges };
      ({ sha: at, path, line } = next);
    }
  };
}

/** Runs a git query once, however many lines need its result. */
function asOnce<Names extends string[], T>(ask: (...names: Names) => Promise<T>): (...names: Names) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...names) => {
    const key = names.join(' ');
    const answer = answers.get(key) ?? ask(...names);
    answers.set(key, answer);
    return answer;
  };
}

/** Where a line stood before a patch; null when the patch wrote it. */
function before(patch: Patch | null, { sha, path, line }: BlamedLine): BlamedLine | null {
  if (patch === null) return { sha, path, line };
  if (patch.pathBefore === null) return null;
  let shift = 0;
  for (const { oldCount, newStart, newCount } of patch.hunks) {
    if (newCount > 0 ? line < newStart : line <= newStart) break;
    if (line < newStart + newCount) return null;
    shift += oldCount - newCount;
  }
  return { sha, path: patch.pathBefore, line: line + shift };
}
