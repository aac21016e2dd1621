import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { type EntitySettings, entitySettingsSchema } from '@linescope/contract/entity-settings';
import { entitySettingsChanged } from '@linescope/contract/events/identity-events';
import { invalidParameters, notFound } from '@linescope/contract/fault';
import { checkSettings, normaliseTimeZone } from '../domain/settings-rules.ts';
import { writeAudit } from '../store/audit-log.ts';
import { type Entity, lockEntity, saveSettings } from '../store/entities.ts';

/** Lays the changes over the entity's settings; what does not make a sound whole is refused, all of it at once. */
export async function changeSettings(
  tx: Transaction,
  outbox: Outbox,
  change: { entitySlug: string; settings: Partial<Record<keyof EntitySettings, unknown>>; actor: string },
): Promise<Entity> {
  const entity = await lockEntity(tx, change.entitySlug);
  if (!entity) throw notFound(`There is no entity ${change.entitySlug}.`, 'entity_slug');
  const asked = { ...entity.settings, ...change.settings };
  const parsed = entitySettingsSchema.safeParse({ ...asked, time_zone: normaliseTimeZone(asked.time_zone) });
  if (!parsed.success) {
    throw invalidParameters(
      parsed.error.issues.map((issue) => {
        const param = issue.path.join('.');
        return { param, code_em: 'invalid', detail: `${param}: ${issue.message}.` };
      }),
    );
  }
  const problems = checkSettings(parsed.data);
  if (problems.length > 0) throw invalidParameters(problems);
  const saved = await saveSettings(tx, entity.id, parsed.data);
  await outbox.add(tx, entitySettingsChanged, {
    entityId: saved.id,
    aggregateId: saved.id,
    aggregateVersion: saved.version,
    data: { settings: saved.settings },
  });
  await writeAudit(tx, {
    entityId: saved.id,
    actor: change.actor,
    action: 'settings_changed',
    detail: { settings: Object.keys(change.settings) },
  });
  return saved;
}
