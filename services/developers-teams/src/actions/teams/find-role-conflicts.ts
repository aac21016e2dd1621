import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { ParameterError } from '@linescope/contract/fault';
import type { Committer } from '../../domain/committer.ts';
import type { Invited } from '../../domain/people.ts';
import { emailsOfPersons } from '../../store/committers.ts';
import type { User } from './find-people.ts';

/** Somebody who is in both lists, by whatever name, is a conflict: one request gives a person one role. */
export async function findRoleConflicts(
  db: Queryable,
  people: { developers: Committer[]; managers: User[]; invited: Invited[] },
  errors: ParameterError[],
): Promise<void> {
  const { developers, managers, invited } = people;
  const emails = await emailsOfPersons(
    db,
    developers.map((developer) => developer.id),
  );
  const developerUsers = new Set(developers.map((developer) => developer.userId));
  const asDeveloper = new Set([
    ...emails,
    ...invited.filter((one) => one.asEm === 'developer').map((one) => one.email),
  ]);
  const twice = [
    ...managers
      .filter((manager) => developerUsers.has(manager.id) || asDeveloper.has(manager.email.toLowerCase()))
      .map((manager) => manager.email),
    ...invited.filter((one) => one.asEm === 'manager' && asDeveloper.has(one.email)).map((one) => one.email),
  ];
  for (const email of twice) {
    const detail = `developer_members and manager_members both name ${email}.`;
    errors.push({ param: 'manager_members', code_em: 'conflict', detail });
  }
}
