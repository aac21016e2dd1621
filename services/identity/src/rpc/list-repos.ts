import { findRepos, listRepos as listAllRepos } from '../store/resource-tree.ts';
import { type IdentityHandlers, type RpcContext, repoMessage } from './messages.ts';

export const listRepos =
  ({ postgres }: RpcContext): IdentityHandlers['listRepos'] =>
  async ({ entityId, repoPaths }) => {
    const repos =
      repoPaths.length === 0 ? await listAllRepos(postgres, entityId) : await findRepos(postgres, entityId, repoPaths);
    return { repos: repos.map(repoMessage) };
  };
