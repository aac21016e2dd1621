import { readSqlPage, type SqlPage } from '@linescope/chassis/lists/sql-page';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { currentTrace } from '@linescope/chassis/trace/trace-context';
import type { PageRequest } from '@linescope/contract/pages';
import { z } from 'zod';

export interface AuditLine {
  entityId: number;
  /** `token:17` for a caller of the API, `operator` for the admin command. */
  actor: string;
  action: string;
  detail?: Record<string, unknown>;
}

export async function writeAudit(db: Queryable, line: AuditLine): Promise<void> {
  await db.run(
    'INSERT INTO audit_log (entity_id, actor, action, detail, trace_identifier) VALUES ($1, $2, $3, $4, $5)',
    [
      line.entityId,
      line.actor,
      line.action,
      JSON.stringify(line.detail ?? {}),
      currentTrace()?.traceIdentifier ?? null,
    ],
  );
}

/** Of an act in another service: once, however often its event comes, and not of an entity that has left. */
export async function writeReportedAct(
  db: Queryable,
  event: AuditLine & { eventId: string; at: Date; traceIdentifier: string | null },
): Promise<void> {
  await db.run(
    `INSERT INTO audit_log (at, entity_id, actor, action, detail, trace_identifier, event_id)
     SELECT $1, $2, $3, $4, $5, $6, $7 WHERE EXISTS (SELECT FROM entities WHERE id = $2)
     ON CONFLICT (event_id) DO NOTHING`,
    [
      event.at,
      event.entityId,
      event.actor,
      event.action,
      JSON.stringify(event.detail ?? {}),
      event.traceIdentifier,
      event.eventId,
    ],
  );
}

const auditRow = z.object({
  id: z.number(),
  at: z.date(),
  entity_id: z.number(),
  actor: z.string(),
  action: z.string(),
  detail: z.record(z.string(), z.unknown()),
  trace_identifier: z.string().nullable(),
});

/** Newest first; of one entity, or of all. */
export const listAudit = (db: Queryable, entityId: number | null, limit: number): Promise<z.infer<typeof auditRow>[]> =>
  db.many(
    auditRow,
    `SELECT id, at, entity_id, actor, action, detail, trace_identifier FROM audit_log
     WHERE $1::bigint IS NULL OR entity_id = $1
     ORDER BY id DESC LIMIT $2`,
    [entityId, limit],
  );

const trailRow = auditRow.extend({ email: z.string().nullable() });

/** The newest first, with the address of whoever a token or user is. */
export async function pageOfAudit(
  db: Queryable,
  entityId: number,
  request: PageRequest,
): Promise<SqlPage & { lines: z.infer<typeof trailRow>[] }> {
  const page = await readSqlPage(
    db,
    {
      from: 'audit_log',
      where: 'entity_id = $1',
      params: [entityId],
      order: [['id', 'bigint']],
      descending: true,
    },
    request,
  );
  const lines = await db.many(
    trailRow,
    `SELECT a.id, a.at, a.entity_id, a.actor, a.action, a.detail, a.trace_identifier, u.email
     FROM audit_log AS a
     LEFT JOIN api_tokens AS t ON a.actor LIKE 'token:%' AND t.id::text = substr(a.actor, 7) AND t.entity_id = a.entity_id
     LEFT JOIN users AS u ON u.id = t.user_id OR (a.actor LIKE 'user:%' AND u.id::text = substr(a.actor, 6))
     WHERE a.id = ANY($1) ORDER BY a.id DESC`,
    [page.ids],
  );
  return { ...page, lines };
}
