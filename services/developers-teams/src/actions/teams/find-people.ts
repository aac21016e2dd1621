import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { ParameterError } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import type { Committer } from '../../domain/committer.ts';
import { type Invited, isEmail, isMailable } from '../../domain/people.ts';
import { committersByIdentifier, committersByIds } from '../../store/committers.ts';
import { type Access, maySee } from '../access/stats-access.ts';

export interface User {
  id: number;
  email: string;
  userName: string;
  fullName: string;
  role: string;
}

const fault = (param: string, detail: string): ParameterError => ({ param, code_em: 'invalid', detail });

/** Developers by user name, code-host id or email. One whom the caller may not see is unknown, and can only be invited. */
export async function findDevelopers(
  db: Queryable,
  request: { entityId: number; access: Access; identifiers: string[]; invite: boolean },
  errors: ParameterError[],
): Promise<{ developers: Committer[]; invited: Invited[] }> {
  const { entityId, access, identifiers, invite } = request;
  const param = 'developer_members';
  const matches = (await committersByIdentifier(db, entityId, identifiers)).filter((match) =>
    maySee(access, match.committer.primaryId),
  );
  const primaries = new Map(
    (
      await committersByIds(
        db,
        entityId,
        matches.map((match) => match.committer.primaryId),
      )
    ).map((person) => [person.id, person]),
  );
  const invited: Invited[] = [];
  for (const identifier of identifiers) {
    const match = matches.find((candidate) => candidate.identifier === identifier);
    const person = match && primaries.get(match.committer.primaryId);
    if (!person) {
      if (invite && isMailable(identifier))
        invited.push({ email: identifier.toLowerCase(), asEm: 'developer', committerId: null });
      else if (invite) errors.push(fault(param, `${param} needs an email to invite ${identifier}.`));
      else errors.push(fault(param, `${param} names no developer: ${identifier}.`));
    } else if (invite && person.userId === null) {
      const email = [identifier, match.committer.email, person.email].find(isMailable);
      if (email) invited.push({ email: email.toLowerCase(), asEm: 'developer', committerId: person.id });
      else errors.push(fault(param, `${param} needs an email to invite ${identifier}.`));
    }
  }
  return { developers: [...primaries.values()], invited };
}

/** Managers are users of the entity, by user name or email. */
export async function findManagers(
  context: Context,
  request: { entityId: number; identifiers: string[]; invite: boolean },
  errors: ParameterError[],
): Promise<{ managers: User[]; invited: Invited[] }> {
  const { entityId, identifiers, invite } = request;
  const param = 'manager_members';
  const users = await findUsers(context, entityId, identifiers);
  const managers = new Map<number, User>();
  const invited: Invited[] = [];
  for (const identifier of identifiers) {
    const found = users.filter((user) => isNamed(user, identifier));
    const [user] = found;
    if (found.length > 1) errors.push(fault(param, `${param} names more than one user, use an email: ${identifier}.`));
    else if (user) managers.set(user.id, user);
    else if (invite && isMailable(identifier))
      invited.push({ email: identifier.toLowerCase(), asEm: 'manager', committerId: null });
    else if (invite) errors.push(fault(param, `${param} needs an email to invite ${identifier}.`));
    else errors.push(fault(param, `${param} names no user: ${identifier}.`));
  }
  return { managers: [...managers.values()], invited };
}

export async function findUsers(context: Context, entityId: number, identifiers: string[]): Promise<User[]> {
  if (identifiers.length === 0) return [];
  return (await context.identity.findUsers({ entityId, identifiers })).users;
}

/** An email names one user; a user name may be that of several. */
export function isNamed(user: User, identifier: string): boolean {
  const text = identifier.toLowerCase();
  return isEmail(text) ? user.email.toLowerCase() === text : user.userName.toLowerCase() === text;
}
