import type { CommitGraph } from './commit-graph.ts';

/**
 * The commits just before the window: parents of commits in it that are not in it themselves. The one that the default branch
 * comes from, first parent by first parent, is first.
 */
export function commitsBeforeWindow({ commits, indexOf }: CommitGraph, defaultTip: string): string[] {
  const commitOf = (sha: string) => commits[indexOf.get(sha) ?? -1];
  const before = new Set<string>();
  let trunk: string | undefined = defaultTip;
  while (trunk !== undefined && commitOf(trunk)?.inWindow) trunk = commitOf(trunk)?.parents[0];
  if (trunk !== undefined) before.add(trunk);
  // Newest first, since those are the ones that a bounded reading should keep.
  for (const { inWindow, parents } of commits.toReversed()) {
    if (inWindow) for (const parent of parents) if (!commitOf(parent)?.inWindow) before.add(parent);
  }
  return [...before];
}
