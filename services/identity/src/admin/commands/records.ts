import { listing } from '@linescope/command-line/table';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { listAudit } from '../../store/audit-log.ts';
import { listOffboardings, listTombstones } from '../../store/offboardings.ts';
import type { AdminCommand } from '../admin-context.ts';
import { readId } from './token.ts';

export const auditList: AdminCommand = {
  summary: 'List who did what, newest first',
  options: {
    'entity-id': { value: 'id', help: 'of this entity, even one that is gone; of all, if not given' },
    limit: { value: 'number', help: 'at most so many (50)' },
  },
  async run({ postgres }, { option }) {
    const entityId = option('entity-id');
    const lines = await listAudit(
      postgres,
      entityId === undefined ? null : readId(entityId),
      readId(option('limit') ?? '50'),
    );
    const rows = lines.map((line) => ({ ...line, at: line.at.toISOString() }));
    return listing(
      rows,
      rows.map((row) => ({ ...row, detail: sayVendors(row.detail) })),
    );
  },
};

/** The wire's tokens of code hosts and AI providers by the names that people know. */
const sayVendors = (detail: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? vendorName(value) : value]),
  );

export const offboardingList: AdminCommand = {
  summary: 'List the entities that are leaving, and who has removed its rows so far',
  async run({ postgres }) {
    const rows = (await listOffboardings(postgres)).map((offboarding) => ({
      entity_id: offboarding.entity_id,
      entity_slug: offboarding.entity_slug,
      requested_at: offboarding.requested_at.toISOString(),
      round: offboarding.round,
      acknowledged: Object.keys(offboarding.acknowledged).sort().join(','),
    }));
    return listing(rows);
  },
};

export const tombstoneList: AdminCommand = {
  summary: 'List the entities that are gone, and what was removed of them',
  async run({ postgres }) {
    const rows = (await listTombstones(postgres)).map((tombstone) => ({
      ...tombstone,
      requested_at: tombstone.requested_at.toISOString(),
      removed_at: tombstone.removed_at.toISOString(),
    }));
    return listing(rows);
  },
};
