import { findMembers } from '../store/users.ts';
import { type IdentityHandlers, type RpcParts, userMessage } from './handlers.ts';

export const findUsers =
  ({ postgres }: RpcParts): IdentityHandlers['findUsers'] =>
  async ({ entityId, identifiers, userIds }) => ({
    users: (await findMembers(postgres, entityId, identifiers, userIds)).map(userMessage),
  });
