import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { invalidParameter, notFound } from '@linescope/contract/fault';
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
  const found = await Promise.all([
    named.committer_user_name === undefined
      ? null
      : committersByUserName(db, entityId, [named.committer_user_name]).then(
          ([one]) => one ?? refuse('committer_user_name'),
        ),
    named.committer_identifier === undefined
      ? null
      : committersByIdentifier(db, entityId, [named.committer_identifier]).then(
          ([one]) => one?.committer ?? refuse('committer_identifier'),
        ),
  ]);
  const primaryIds = [...new Set(found.flatMap((committer) => committer?.primaryId ?? []))];
  const [primaryId] = primaryIds;
  if (primaryId === undefined) throw new Error('no person was named');
  if (!maySee(access, primaryId))
    throw refuse(named.committer_user_name ? 'committer_user_name' : 'committer_identifier');
  if (primaryIds.length > 1)
    throw invalidParameter(
      'committer_identifier',
      'committer_user_name and committer_identifier name different developers.',
    );
  const [person] = await committersByIds(db, entityId, [primaryId]);
  return person ?? refuse('committer_user_name');
}

function refuse(param: string): never {
  throw notFound(`${param} names no developer that you can see.`, param);
}
