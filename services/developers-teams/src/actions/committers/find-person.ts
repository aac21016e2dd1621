import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { Fault, invalidParameter, type ParameterError } from '@linescope/contract/fault';
import type { Committer } from '../../domain/committer.ts';
import { committersByIdentifier, committersByIds, committersByUserName } from '../../store/committers.ts';
import { type Access, maySee } from '../access/stats-access.ts';

export interface NamedPerson {
  committer_user_name?: string | undefined;
  committer_identifier?: string | undefined;
}

/** The person whom the parameters name. One whom the caller may not see is one who does not exist. */
export async function findPerson(
  db: Queryable,
  entityId: number,
  access: Access,
  named: NamedPerson,
): Promise<Committer> {
  const { committer_user_name: userName, committer_identifier: identifier } = named;
  const given: { param: string; committer: Committer | undefined }[] = [];
  if (userName !== undefined) {
    const [committer] = await committersByUserName(db, entityId, [userName]);
    given.push({ param: 'committer_user_name', committer });
  }
  if (identifier !== undefined) {
    const [match] = await committersByIdentifier(db, entityId, [identifier]);
    given.push({ param: 'committer_identifier', committer: match?.committer });
  }
  const unknown = given.filter(({ committer }) => !committer || !maySee(access, committer.primaryId));
  if (unknown.length > 0) throw unknownPerson(unknown.map(({ param }) => param));
  const primaryIds = new Set(given.flatMap(({ committer }) => committer?.primaryId ?? []));
  if (primaryIds.size > 1)
    throw invalidParameter(
      'committer_identifier',
      'committer_user_name and committer_identifier name different developers.',
    );
  const [person] = await committersByIds(db, entityId, [...primaryIds]);
  if (!person) throw new Error('no person was named');
  return person;
}

function unknownPerson(params: string[]): Fault {
  const errors = params.map(
    (param): ParameterError => ({
      param,
      code_em: 'not_found',
      detail: `${param} names no developer that you can see.`,
    }),
  );
  return new Fault('response_not_found', errors.map(({ detail }) => detail).join(' '), { errors });
}
