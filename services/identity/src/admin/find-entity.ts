import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { UsageError } from '@linescope/command-line/command';
import { normaliseEmail } from '../domain/email.ts';
import { type Entity, findEntity } from '../store/entities.ts';
import { findMembers, type Member } from '../store/users.ts';

export async function needEntity(db: Queryable, slug: string): Promise<Entity> {
  const entity = await findEntity(db, slug.toLowerCase());
  if (!entity) throw new UsageError(`There is no entity ${slug}.`);
  return entity;
}

export async function needMember(db: Queryable, entity: Entity, email: string): Promise<Member> {
  const wanted = normaliseEmail(email);
  const member = (await findMembers(db, entity.id, [wanted], [])).find((found) => found.email === wanted);
  if (!member) throw new UsageError(`${email} is not a member of ${entity.slug}: use "user create" first.`);
  return member;
}
