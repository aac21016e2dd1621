import { invalidParameters, notFound, type ParameterError } from '@linescope/contract/fault';
import { roleSchema } from '@linescope/contract/roles';
import { ensureUser as ensure } from '../actions/ensure-user.ts';
import { isEmail, normaliseEmail } from '../domain/email.ts';
import { findEntityById } from '../store/entities.ts';
import { type IdentityHandlers, type RpcContext, userMessage } from './messages.ts';

export const ensureUser =
  ({ postgres, outbox }: RpcContext): IdentityHandlers['ensureUser'] =>
  async ({ entityId, email, fullName, role }) => {
    const parsedRole = roleSchema.exclude(['super_admin']).safeParse(role || 'member');
    const problems: ParameterError[] = [];
    if (!isEmail(normaliseEmail(email)))
      problems.push({ param: 'email', code_em: 'invalid', detail: 'email is not one.' });
    if (!parsedRole.success) problems.push({ param: 'role', code_em: 'invalid', detail: 'role is unknown.' });
    if (!parsedRole.success || problems.length > 0) throw invalidParameters(problems);
    const user = await postgres.transaction(async (tx) => {
      if ((await findEntityById(tx, entityId))?.status !== 'active') throw notFound('There is no such entity.');
      return ensure(tx, outbox, { entityId, email, fullName, role: parsedRole.data, actor: 'service' });
    });
    return { user: userMessage(user) };
  };
