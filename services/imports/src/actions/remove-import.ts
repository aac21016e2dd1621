import { conflict } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import { deleteWithoutRepo, findImport, type Import } from '../store/imports.ts';
import { publishImportRemoval } from './publish-import.ts';

/** What became of it: gone at once, or being erased in every service. */
export type Removal = 'removed' | 'being_removed';

/** Removes the repo of an import and all that was read of it; an import that never came to a repo just goes. */
export async function removeImport(
  { postgres, outbox, identity }: Pick<Context, 'postgres' | 'outbox' | 'identity'>,
  { id, entity_id: entityId, repo_path: repoPath, repo_id: repoId }: Import,
  actor: string,
): Promise<Removal> {
  if (repoId !== null) {
    const { found } = await identity.removeRepo({ entityId, repoId, repoPath, actor });
    if (found) return 'being_removed';
  }
  const gone = await postgres.transaction(async (tx) => {
    const deleted = await deleteWithoutRepo(tx, id);
    if (!deleted) return false;
    await publishImportRemoval(tx, outbox, deleted);
    // Within the transaction: what the trail does not know must not go.
    await identity.noteImportRemoval({ entityId, repoPath, actor });
    return true;
  });
  if (gone) return 'removed';
  const now = await findImport(postgres, id);
  if (now === null) return 'removed';
  if (now.repo_id !== null && repoId === null) return removeImport({ postgres, outbox, identity }, now, actor);
  if (repoId !== null)
    throw conflict(
      `${repoPath} is no longer among the repos of your entity, though facts of it may be stored. Import it again, then remove it.`,
      'id',
    );
  throw conflict(`${repoPath} is being looked up at its code host just now. Remove it in a moment.`, 'id');
}
