import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { ROLES, roleSchema } from '@linescope/contract/roles';
import { removeMember } from '../../actions/change-member.ts';
import { ensureUser } from '../../actions/ensure-user.ts';
import { setRole } from '../../actions/set-role.ts';
import { isEmail, normaliseEmail } from '../../domain/email.ts';
import { listMembers, type Member } from '../../store/users.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { needEntity, needMember } from '../find-entity.ts';

const ROLE = { role: { value: 'role', help: ROLES.join(', ') } };

const describe = (member: Member) => ({
  id: member.id,
  email: member.email,
  user_name: member.userName,
  full_name: member.fullName,
  role: member.role,
});

function readRole(text: string) {
  const role = roleSchema.safeParse(text);
  if (!role.success) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  return role.data;
}

export const userCreate: AdminCommand = {
  summary: 'Make someone a member of an entity (a user who exists is reused, a role is never lowered)',
  args: ['email'],
  options: { ...ENTITY_OPTION, ...ROLE, name: { value: 'full name', help: 'used where the user is new' } },
  async run({ postgres, outbox }, { args, need, option }) {
    const email = normaliseEmail(args[0] ?? '');
    if (!isEmail(email)) throw new UsageError(`${args[0]} is not an email address.`);
    const entity = await needEntity(postgres, need('entity'));
    const role = readRole(option('role') ?? 'member');
    const member = await postgres.transaction((tx) =>
      ensureUser(tx, outbox, { entityId: entity.id, email, fullName: option('name') ?? null, role, actor: OPERATOR }),
    );
    return { json: describe(member), text: `${member.email} is a member of ${entity.slug} as ${member.role}.` };
  },
};

export const userList: AdminCommand = {
  summary: 'List the members of an entity',
  options: ENTITY_OPTION,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    return listing((await listMembers(postgres, entity.id)).map(describe));
  },
};

export const userSetRole: AdminCommand = {
  summary: "Change a member's role; takes effect within a second",
  args: ['email'],
  options: { ...ENTITY_OPTION, ...ROLE },
  async run({ postgres, outbox }, { args, need }) {
    const entity = await needEntity(postgres, need('entity'));
    const role = readRole(need('role'));
    const member = await needMember(postgres, entity, args[0] ?? '');
    await postgres.transaction((tx) =>
      setRole(tx, outbox, { entityId: entity.id, userId: member.id, role, actor: OPERATOR }),
    );
    return { json: describe({ ...member, role }), text: `${member.email} is ${role} in ${entity.slug} now.` };
  },
};

export const userRemove: AdminCommand = {
  summary: 'Remove a member: tokens and sessions stop within a second; what they committed stays',
  args: ['email'],
  options: ENTITY_OPTION,
  async run(context, { args, need }) {
    const entity = await needEntity(context.postgres, need('entity'));
    const { id } = await needMember(context.postgres, entity, args[0] ?? '');
    const member = await removeMember(context, { entityId: entity.id, role: 'super_admin' }, id, OPERATOR);
    return { json: { id, email: member.email }, text: `${member.email} is no member of ${entity.slug} any more.` };
  },
};
