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
