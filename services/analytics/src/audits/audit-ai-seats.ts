import { z } from 'zod';
import { IS_USE } from '../segments/views/counted-usage.ts';
import { allOf, bound, fragment } from '../store/sql.ts';
import { type AuditQuery, ONE_ENTITY, todaySeconds } from './audit-query.ts';
import { byPeople, isShown, ofEntity } from './conditions.ts';
import { peopleIn } from './identity-lists.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { readPage } from './read-page.ts';

/** Committers who have a seat today, and when each last used AI. */
export async function auditAiSeats(query: AuditQuery) {
  const today = fragment`fromUnixTimestamp(${bound('today_s', 'UInt32', todaySeconds(query))})`;
  const conditions = [
    fragment`${ofEntity(query)} AND committer_id = primary_id AND has_seat`,
    isShown(query, 'committer_id'),
    ...byPeople(query, 'committer_id', today),
  ];
  const page = await readPage(query, {
    name: 'audit_ai_seats',
    from: fragment`committers FINAL WHERE ${allOf(ofPoint(query, conditions))}`,
    columns: 'committer_id AS id, processing_status',
    ties: [{ column: 'committer_id', type: 'UInt64' }],
    row: z.object({ id: z.coerce.number(), processing_status: z.string() }),
  });
  const ids = page.rows.map(({ id }) => id);
  const lastUses = await readLastUses(query, ids);
  const personOf = peopleIn(query.queryScope);
  const valuesOf = await pointValues(
    query,
    ids.map((id) => [id]),
  );
  return {
    ...page,
    rows: page.rows.map(({ id, processing_status: status }) => ({
      committer_id: id,
      contributor: personOf(id),
      processing_status_em: status,
      last_ai_usage_on: lastUses.get(id) ?? null,
      ...valuesOf(id),
    })),
  };
}

const lastUseRow = z.object({ committer_id: z.coerce.number(), last: z.string() });

async function readLastUses(query: AuditQuery, ids: number[]): Promise<Map<number, string>> {
  const own = query.queryScope.copies.committers.filter(({ primary_id: primary }) => ids.includes(primary));
  const identities = own.map(({ committer_id: id }) => id);
  const rows = await query.context.clickHouse.query({
    name: 'audit_last_ai_usage',
    ...fragment`SELECT committer_id, toString(max(date)) AS last FROM ai_usage FINAL
    WHERE ${ofEntity(query)} AND committer_id IN ${bound('page_ids', 'Array(UInt64)', identities)}
      AND ${IS_USE}
    GROUP BY committer_id ORDER BY last`,
    row: lastUseRow,
    settings: ONE_ENTITY,
  });
  const primaries = new Map(own.map((committer) => [committer.committer_id, committer.primary_id]));
  // In order of time, so that the latest of a person's identities wins.
  return new Map(rows.map(({ committer_id: id, last }) => [primaries.get(id) ?? id, last]));
}
