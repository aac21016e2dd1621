import { envelopeShape, success } from '@linescope/contract/envelope';
import { integer } from '@linescope/contract/output-fields';
import { type PageRequest, pageShape } from '@linescope/contract/pages';
import { z } from 'zod';
import { AUDITS, type AuditType } from '../audits/audit-types.ts';
import { writeCursor } from '../audits/cursor.ts';
import type { AuditAnswer } from '../audits/read-audit.ts';
import { DEFINITION_VERSION } from '../segments/definition-changes.ts';

export const RECORD_TYPES = Object.keys(AUDITS).filter(isAuditType);
function isAuditType(name: string): name is AuditType {
  return name in AUDITS;
}

/** A page of records, under the name of their type. */
export const recordsOutput = z.object({
  ...envelopeShape,
  ...pageShape,
  definition_version: integer,
  diff_delta_version: integer,
  point_formula: z.string().optional(),
  further_urls: z.array(z.string()).optional(),
  ...Object.fromEntries(RECORD_TYPES.map((type) => [type, z.array(AUDITS[type].record).optional()])),
});

export const recordsBody = (
  action: string,
  { resource_type: type, page: number, per_page: perPage }: { resource_type: AuditType } & PageRequest,
  { page, point, diffDeltaVersion }: AuditAnswer,
) =>
  success(action, `${page.total} ${page.total === 1 ? 'record' : 'records'} found.`, {
    [type]: page.rows,
    page: number,
    page_count: Math.ceil(page.total / perPage),
    per_page: perPage,
    total_count: page.total,
    definition_version: DEFINITION_VERSION,
    diff_delta_version: diffDeltaVersion,
    next_cursor: page.next ? writeCursor(page.next) : null,
    ...point,
  });
