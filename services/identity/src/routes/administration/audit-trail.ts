import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { id, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { pageOfAudit } from '../../store/audit-log.ts';

const ACTION = 'action_audit_trail';

const entry = z.object({
  id,
  at: timestamp,
  act: z.string().describe('What was done, such as `token_issued` or `role_changed`.'),
  actor: z.string().describe('`token:17`, `user:3`, or `operator` for the admin command.'),
  actor_email: z.string().nullable().describe('Who that was, where it is known.'),
  detail: z.record(z.string(), z.unknown()),
  trace_identifier: z.string().nullable(),
});

export const auditTrail = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/audit_trail',
    action: ACTION,
    summary: 'Who changed what in the administration of the entity',
    description: 'The newest first. Entries are never changed, and go only with the entity.',
    role: 'admin',
    input: z.object(pagedInput),
    records: { field: 'entries' },
    output: z.object({ ...envelopeShape, ...pageShape, entries: z.array(entry) }),
    async handle(given, { principal }) {
      const { lines, ...page } = await pageOfAudit(postgres, principal.entityId, given);
      return ok(
        success(ACTION, `${page.total} ${page.total === 1 ? 'entry' : 'entries'} found.`, {
          ...pageFields(given, page),
          entries: lines.map((line) => ({
            id: line.id,
            at: isoTimestamp(line.at),
            act: line.action,
            actor: line.actor,
            actor_email: line.email,
            detail: line.detail,
            trace_identifier: line.trace_identifier,
          })),
        }),
      );
    },
  });
