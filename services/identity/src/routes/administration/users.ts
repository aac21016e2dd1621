import { created, defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { notFound } from '@linescope/contract/fault';
import { integerInput, stringInput } from '@linescope/contract/inputs';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import { ROLES } from '@linescope/contract/roles';
import { z } from 'zod';
import { changeRole, checkMayGive, removeMember } from '../../actions/change-member.ts';
import { ensureUser } from '../../actions/ensure-user.ts';
import type { Context } from '../../context.ts';
import { findMember, pageOfMembers } from '../../store/members.ts';
import { emailInput } from '../inputs.ts';
import { describeUser, userRecord } from './user-record.ts';

const idInput = integerInput({ min: 1 });
const roleInput = z
  .enum(ROLES, { error: `must be one of ${ROLES.join(', ')}` })
  .describe('What they may do: read, lead teams, administrate the entity, or operate the whole service.');
const oneUser = z.object({ ...envelopeShape, user: userRecord });

export const listUsers = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/users',
    action: 'action_user_list',
    summary: 'List the users of the entity',
    description: 'People who can sign in or have a token, by email.',
    role: 'admin',
    input: z.object(pagedInput),
    records: { field: 'users' },
    output: z.object({ ...envelopeShape, ...pageShape, users: z.array(userRecord) }),
    async handle(given, { principal }) {
      const { members, ...page } = await pageOfMembers(postgres, principal.entityId, given);
      return ok(
        success('action_user_list', `${page.total} ${page.total === 1 ? 'user' : 'users'} found.`, {
          ...pageFields(given, page),
          users: members.map(describeUser),
        }),
      );
    },
  });

export const addUser = ({ postgres, outbox }: Context): Route =>
  defineRoute({
    method: 'POST',
    statuses: [201],
    path: '/users',
    action: 'action_user_add',
    summary: 'Add a user to the entity',
    description: 'Somebody who is a user already keeps their name, and a role is never lowered here.',
    role: 'admin',
    input: z.object({
      email: emailInput,
      role_em: roleInput.default('member'),
      full_name: stringInput({ max: 200 }).optional().describe('Applied only when a user is created.'),
    }),
    output: oneUser,
    async handle({ email, role_em: role, full_name: fullName = null }, { principal }) {
      checkMayGive(principal, role);
      const { entityId, tokenId } = principal;
      const wanted = { entityId, email, fullName, role, actor: `token:${tokenId}` };
      const { id } = await postgres.transaction((tx) => ensureUser(tx, outbox, wanted));
      const member = await findMember(postgres, entityId, id);
      if (!member) throw notFound('The user was removed at the same time.', 'email');
      return created(
        success('action_user_add', `${email} is ${member.role} of ${principal.entitySlug}.`, {
          user: describeUser(member),
        }),
      );
    },
  });

export const changeUser = (context: Context): Route =>
  defineRoute({
    method: 'PUT',
    path: '/users/:id',
    action: 'action_user_update',
    summary: "Change a user's role",
    description: 'Takes effect within a second; sessions of the user end.',
    role: 'admin',
    input: z.object({ id: idInput, role_em: roleInput }),
    output: oneUser,
    async handle({ id, role_em }, { principal }) {
      const member = await changeRole(context, principal, id, role_em);
      return ok(success('action_user_update', `${member.email} is ${role_em} now.`, { user: describeUser(member) }));
    },
  });

export const removeUser = (context: Context): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:id',
    action: 'action_user_remove',
    summary: 'Remove a user from the entity',
    description: 'Their tokens and sessions stop within a second. What they committed stays.',
    role: 'admin',
    input: z.object({ id: idInput }),
    output: oneUser,
    async handle({ id }, { principal }) {
      const member = await removeMember(context, principal, id, `token:${principal.tokenId}`);
      return ok(
        success('action_user_remove', `${member.email} is no user here any more.`, { user: describeUser(member) }),
      );
    },
  });
