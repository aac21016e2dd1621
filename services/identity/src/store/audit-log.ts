import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { currentTrace } from '@linescope/chassis/trace/trace-context';

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
