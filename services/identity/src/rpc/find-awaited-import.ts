import { findAwaitedByRepo } from '../store/awaited-imports.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const findAwaitedImport =
  ({ postgres }: RpcContext): IdentityHandlers['findAwaitedImport'] =>
  async ({ entityId, repoId }) => ({ awaitedImport: await findAwaitedByRepo(postgres, entityId, repoId) });
