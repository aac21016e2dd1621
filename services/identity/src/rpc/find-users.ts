import { findMembers } from '../store/users.ts';
import { type IdentityHandlers, type RpcContext, userMessage } from './messages.ts';

export const findUsers =
  ({ postgres }: RpcContext): IdentityHandlers['findUsers'] =>
  async ({ entityId, identifiers, userIds }) => ({
    users: (await findMembers(postgres, entityId, identifiers, userIds)).map(userMessage),
  });
