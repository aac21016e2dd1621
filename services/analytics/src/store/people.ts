import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { createPeople, type People } from '../domain/line-history/people.ts';

const identityRow = z
  .object({
    committer_id: z.number(),
    person_id: z.number(),
    user_name: z.string(),
    full_name: z.string(),
    email: z.string(),
    avatar_url: z.string(),
    processing_status: z.string(),
  })
  .transform((row) => ({
    committerId: row.committer_id,
    personId: row.person_id,
    userName: row.user_name,
    fullName: row.full_name,
    email: row.email,
    avatarUrl: row.avatar_url,
    processingStatus: row.processing_status,
  }));

export async function readPeople(clickHouse: ClickHouse, entityId: number): Promise<People> {
  const identities = await clickHouse.query({
    name: 'people',
    sql: `SELECT committer_id, if(primary_id = 0, committer_id, primary_id) AS person_id, user_name, full_name, email,
            avatar_url, processing_status
          FROM committers FINAL WHERE entity_id = {entity_id:UInt64}`,
    params: { entity_id: entityId },
    row: identityRow,
  });
  return createPeople(identities);
}

const pairRow = z.object({ person_id: z.number(), committer_id: z.number() });

/** The further identities of each of these persons. */
export async function otherIdentities(
  clickHouse: ClickHouse,
  entityId: number,
  personIds: number[],
): Promise<Map<number, number[]>> {
  if (personIds.length === 0) return new Map();
  const pairs = await clickHouse.query({
    name: 'identities_of_persons',
    sql: `SELECT primary_id AS person_id, committer_id FROM committers FINAL
          WHERE entity_id = {entity_id:UInt64} AND has({person_ids:Array(UInt64)}, primary_id) AND committer_id != primary_id
          ORDER BY committer_id`,
    params: { entity_id: entityId, person_ids: [...new Set(personIds)] },
    row: pairRow,
  });
  const byPerson = Map.groupBy(pairs, ({ person_id: id }) => id);
  return new Map([...byPerson].map(([id, own]) => [id, own.map(({ committer_id: identity }) => identity)]));
}
