import { writeAudit } from '../store/audit-log.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

/** There is no repo to remove: all that is left of the import is its line in the trail. */
export const noteImportRemoval =
  ({ postgres }: RpcContext): IdentityHandlers['noteImportRemoval'] =>
  async ({ entityId, repoPath, actor }) => {
    await writeAudit(postgres, { entityId, actor, action: 'import_removed', detail: { repo_path: repoPath } });
    return {};
  };
