import { startRepoRemoval } from '../actions/remove-repo.ts';
import { findRemoval } from '../store/repo-removals.ts';
import { findRepoById } from '../store/resource-tree.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

/** Called again it says the same: the removal goes on, or has ended. */
export const removeRepo =
  ({ postgres, outbox }: RpcContext): IdentityHandlers['removeRepo'] =>
  async ({ entityId, repoId, actor }) => {
    const repo = await findRepoById(postgres, entityId, repoId);
    if (repo) {
      const path = `${repo.organizationSlug}/${repo.slug}`;
      await startRepoRemoval({ postgres, outbox }, { id: repo.id, entityId, repoPath: path }, actor);
      return { found: true };
    }
    return { found: (await findRemoval(postgres, repoId))?.entity_id === entityId };
  };
