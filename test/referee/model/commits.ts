import type { Commit, World } from '../world.ts';
import { deltaOf, isChurn, isOldCode, provenanceOf } from './delta.ts';
import type { Fact } from './fact.ts';
import { fixCommits } from './fixes.ts';
import { issueOfCommit } from './keys.ts';
import { personOf } from './people.ts';
import type { View } from './view.ts';

/** Not a merge, on the default branch, and still there. */
export const isScored = ({ merge, onDefaultBranch, removed }: Commit): boolean => !merge && onDefaultBranch && !removed;

/** One of several applications of a commit: that of the earliest committed time and repo. */
export function withoutCopies(world: World, commits: Commit[]): Commit[] {
  const keyOf = (commit: Commit) =>
    commit.patchId === ''
      ? `${commit.repoId} ${commit.sha}`
      : `${commit.patchId} ${personOf(world, commit.identityId)} ${commit.authoredAt}`;
  return [...Map.groupBy(commits, keyOf).values()].flatMap((same) =>
    same.toSorted((one, other) => one.committedAt - other.committedAt || one.repoId - other.repoId).slice(0, 1),
  );
}

/** The commits of repos, whoever wrote them, each once. */
export const commitsOf = (world: World, repoIds: Set<number>): Commit[] =>
  withoutCopies(
    world,
    world.commits.filter((commit) => isScored(commit) && repoIds.has(commit.repoId)),
  );

/** The commits that count in a view. */
export const countedCommits = (view: View): Commit[] =>
  commitsOf(view.world, view.repoIds).filter(({ identityId }) => view.people.has(personOf(view.world, identityId)));

export const commitFacts = (view: View): Fact[] => {
  const fixes = fixCommits(view.world);
  return countedCommits(view).map((commit) => ({
    kind: 'commit',
    id: `${commit.repoId} ${commit.sha}`,
    at: commit.authoredAt,
    person: personOf(view.world, commit.identityId),
    repo: commit.repoId,
    amounts: { ...amountsOf(commit), ...workOf(view.world, commit, fixes) },
  }));
};

/** What a commit's lines add up to. Lines of files that score nothing add nothing. */
export function amountsOf(commit: Commit): Record<string, number> {
  const amounts: Record<string, number> = { commits: 1 };
  const add = (name: string, amount: number): void => {
    amounts[name] = (amounts[name] ?? 0) + amount;
  };
  for (const line of commit.lines.filter(({ scored }) => scored)) {
    const delta = deltaOf(commit, line);
    add('lines', 1);
    if (commit.recorded) add('recorded lines', 1);
    add('delta', delta);
    add(`lines ${line.operation}`, 1);
    add(`delta ${line.operation}`, delta);
    add(`delta in ${line.category}`, delta);
    add(`lines of ${provenanceOf(commit, line)}`, 1);
    if (line.operation === 'add' || line.operation === 'copy') add('added', 1);
    if (isChurn(commit, line)) add('churned', 1);
    if (line.duplicate) add('duplicate', 1);
    add('connectives', line.connectives);
    if (isOldCode(commit, line)) add('old delta', delta);
    if (!commit.ai) continue;
    add('ai lines', 1);
    add('ai delta', delta);
    if (line.operation !== 'noop') add('ai committed', 1);
    if (line.operation === 'add' || line.operation === 'copy') add('ai added', 1);
    if (line.operation === 'del') add('ai deleted', 1);
  }
  return amounts;
}

const SAYS_FIX = /(?<![\p{L}\p{N}_])fix(es|ed|ing)?(?![\p{L}\p{N}_])/iu;
export const isBug = (type: string | undefined): boolean => type === 'Bug' || type === 'Hotfix';

function workOf(world: World, commit: Commit, fixes: Set<string>): Record<string, number> {
  const bug = isBug(issueOfCommit(world, commit)?.type);
  const fix = fixes.has(`${commit.repoId} ${commit.sha}`) || SAYS_FIX.test(commit.message.split('\n')[0] ?? '');
  const { delta = 0, 'old delta': old = 0 } = amountsOf(commit);
  return { 'maintenance delta': bug ? delta : old, 'bug delta': bug || fix ? delta : 0 };
}
