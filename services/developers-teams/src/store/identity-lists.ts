import { readSqlPage, type SqlPage } from '@linescope/chassis/lists/sql-page';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { PROCESSING_STATUSES } from '@linescope/contract/enums';
import type { PageRequest } from '@linescope/contract/pages';
import { GIT_PROVIDERS } from '@linescope/contract/vendors';
import { z } from 'zod';

const identityRow = z.object({
  id: z.number(),
  primaryId: z.number(),
  primaryUserName: z.string(),
  userName: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  gitProviderEm: z.enum(GIT_PROVIDERS).nullable(),
  gitProviderId: z.string().nullable(),
  status: z.enum(PROCESSING_STATUSES),
  splitByHand: z.boolean(),
  authoredAt: z.date().nullable(),
});
export type ListedIdentity = z.infer<typeof identityRow>;

/** Identities of an entity, those of one person together, the primary first; of one person where `personId` is given. */
export async function listIdentities(
  db: Queryable,
  filter: { entityId: number; personId: number | null },
  request: PageRequest,
): Promise<SqlPage & { identities: ListedIdentity[] }> {
  const from = 'committers AS c JOIN committers AS p ON p.id = c.primary_id';
  const page = await readSqlPage(
    db,
    {
      from,
      where: 'c.entity_id = $1 AND ($2::bigint IS NULL OR c.primary_id = $2)',
      params: [filter.entityId, filter.personId],
      order: [
        ['p.user_name', 'text'],
        ['p.id', 'bigint'],
        ['(c.id <> p.id)::int', 'bigint'],
        ['c.id', 'bigint'],
      ],
    },
    request,
  );
  const identities = await db.many(
    identityRow,
    `SELECT c.id, c.primary_id AS "primaryId", p.user_name AS "primaryUserName", c.user_name AS "userName",
       c.full_name AS "fullName", c.email, c.git_provider_em AS "gitProviderEm", c.git_provider_id AS "gitProviderId",
       p.processing_status_em AS status, c.parted_by_hand AS "splitByHand", c.last_authored_at AS "authoredAt"
     FROM ${from} WHERE c.id = ANY($1) ORDER BY p.user_name, p.id, c.id <> p.id, c.id`,
    [page.ids],
  );
  return { ...page, identities };
}
