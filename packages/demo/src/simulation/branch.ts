/** A branch on its way to main: it locks the files it takes, gathers commits, and ends merged, squashed, rebased or closed. */

import type { Changes, Mark, Stamp } from '../output/fast-import.ts';
import { openWorkspace, takeChanges, type Workspace } from '../text/edit-code.ts';
import type { SourceFile } from '../text/source-tree.ts';
import { choosePaths, editOnce, freshPath, type WorkKind } from './choose-edits.ts';
import { type LineRecord, recordLines, type Writer } from './record-lines.ts';
import { commitAside, commitToMain, type Simulation, stampOf, webFlow } from './simulation.ts';

export type BranchCommit = {
  mark: Mark;
  author: Stamp;
  message: string;
  changes: Changes;
  record: LineRecord | undefined;
};
export type CommitDraft = {
  author: Stamp;
  message: string;
  /** Larger edits, as people make them with an assistant. */
  isBold?: boolean;
  /** What to do instead of an edit of the branch's kind. */
  apply?: ((space: Workspace) => void) | undefined;
  /** Whose machine it is made on, and whether an assistant typed. */
  writer?: Writer;
};
export type Branch = {
  kind: WorkKind;
  /** False for work that goes straight to main: its commits stand nowhere else. */
  aside: boolean;
  base: Mark;
  head: Mark;
  space: Workspace;
  total: Map<string, SourceFile | null>;
  commits: BranchCommit[];
  paths: string[];
  created: string | undefined;
};

export function openBranch(sim: Simulation, kind: WorkKind, paths = choosePaths(sim, kind)): Branch | undefined {
  if (paths.length === 0 || paths.some((path) => sim.locked.has(path))) return undefined;
  const created = kind === 'feature' && sim.random.chance(0.3) ? freshPath(sim) : undefined;
  for (const path of paths) sim.locked.add(path);
  if (created !== undefined) sim.locked.add(created);
  return {
    kind,
    aside: true,
    base: sim.main,
    head: sim.main,
    space: openWorkspace(sim.tree),
    total: new Map(),
    commits: [],
    paths,
    created,
  };
}

/** The same files and locks for a commit that goes straight to main. */
export function openOnMain(sim: Simulation, kind: WorkKind, paths?: string[]): Branch | undefined {
  const branch = openBranch(sim, kind, paths);
  return branch && { ...branch, aside: false };
}

/** Edits and commits; false where the edits came to nothing. */
export function commitOnBranch(sim: Simulation, branch: Branch, draft: CommitDraft): boolean {
  const { author, message, isBold = false, apply, writer } = draft;
  if (apply) apply(branch.space);
  else editOnce(branch.space, sim.random, branch.kind, branch.paths, branch.created, author.at, isBold);
  const before = new Map(branch.space.before);
  const changes = takeChanges(branch.space);
  if (changes.size === 0) return false;
  const record = writer && recordLines(sim.typing, writer, author.at, before, changes);
  const parent = branch.head;
  if (branch.aside) branch.head = commitAside(sim, branch.head, author, message, changes);
  if (branch.aside && record) sim.records.push({ mark: branch.head, base: parent, record });
  branch.commits.push({ mark: branch.head, author, message, changes, record });
  for (const [path, file] of changes) branch.total.set(path, file);
  return true;
}

export function releaseLocks(sim: Simulation, branch: Branch): void {
  for (const path of branch.paths) sim.locked.delete(path);
  if (branch.created !== undefined) sim.locked.delete(branch.created);
}

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** What GitHub's three buttons do; gives the commit that main then stands at. */
export function mergeBranch(
  sim: Simulation,
  branch: Branch,
  method: MergeMethod,
  given: { title: string; number: number; headRef: string; by: Stamp },
): Mark {
  const { by } = given;
  const committer = stampOf(webFlow, by.at);
  if (method === 'rebase') {
    for (const { author, message, changes } of branch.commits)
      commitToMain(sim, { author, committer: by, message, changes });
    return sim.main;
  }
  if (method === 'merge') {
    const message = `Merge pull request #${given.number} from aurora/${given.headRef}\n\n${given.title}`;
    return commitToMain(sim, { author: by, committer, message, changes: branch.total, merged: branch.head });
  }
  const first = branch.commits[0]?.author ?? by;
  const trailers = new Set(
    branch.commits.flatMap(({ message }) => message.split('\n').filter((line) => /^co-authored-by:/i.test(line))),
  );
  const subjects = branch.commits.map(({ message }) => `* ${message.split('\n')[0]}`).join('\n\n');
  const message = `${given.title} (#${given.number})\n\n${subjects}${trailers.size > 0 ? `\n\n${[...trailers].join('\n')}` : ''}`;
  return commitToMain(sim, { author: { ...first, at: by.at }, committer, message, changes: branch.total });
}
