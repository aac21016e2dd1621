import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { startRepoRemoval } from '../../actions/remove-repo.ts';
import { findRemovalOfPath, listRemovals, type RepoRemoval } from '../../store/repo-removals.ts';
import { findRepos } from '../../store/resource-tree.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';

const describe = (removal: RepoRemoval) => ({
  id: removal.repo_id,
  path: removal.repo_path,
  requested_at: removal.requested_at.toISOString(),
  removed_at: removal.removed_at?.toISOString() ?? null,
  round: removal.round,
  erased_by: Object.keys(removal.acknowledged).sort(),
  removed_counts: removal.removed_counts,
});

export const repoRemove: AdminCommand = {
  summary: 'Remove a repo and erase what was read of it, in every service; people, teams and the connection stay',
  details: 'It cannot be undone, only imported anew. Called again it says how far the removal is.',
  args: ['organization/repo'],
  options: { ...ENTITY_OPTION, yes: { help: 'do not ask to type its path' } },
  async run(context, { args, need, flag }) {
    const { postgres } = context;
    const entity = await needEntity(postgres, need('entity'));
    const [repo] = await findRepos(postgres, entity.id, [args[0] ?? '']);
    if (repo) {
      const repoPath = `${repo.organizationSlug}/${repo.slug}`;
      if (!flag('yes')) await confirmPath(context.readLine, repoPath);
      await startRepoRemoval(context, { id: repo.id, entityId: entity.id, repoPath }, OPERATOR);
    }
    const removal = await findRemovalOfPath(postgres, entity.id, args[0] ?? '');
    if (!removal) throw new UsageError(`There is no repo ${args[0]} in ${entity.slug}: "repo list" shows them.`);
    const text =
      removal.removed_at === null
        ? `${removal.repo_path} is gone from ${entity.slug}; what was read of it is being erased: "repo removals" shows how far.`
        : `${removal.repo_path} was removed at ${removal.removed_at.toISOString()}.`;
    return { json: describe(removal), text };
  },
};

export async function confirmPath(readLine: (question: string) => Promise<string>, repoPath: string): Promise<void> {
  const typed = await readLine(`This erases all that was read of ${repoPath}. Type its path to go on: `);
  if (typed.trim().toLowerCase() !== repoPath.toLowerCase())
    throw new UsageError('That is not its path: nothing is removed. --yes does not ask.');
}

export const repoRemovals: AdminCommand = {
  summary: 'List the repos that were or are being removed, and what was erased',
  options: ENTITY_OPTION,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    const rows = (await listRemovals(postgres, entity.id)).map(describe);
    const flat = rows.map((row) => ({
      ...row,
      erased_by: row.erased_by.join(' '),
      removed_counts: JSON.stringify(row.removed_counts),
    }));
    return listing(flat, rows);
  },
};
