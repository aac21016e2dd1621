import { isDeepStrictEqual } from 'node:util';
import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { diffDeltaWeightsSchema, weightFaults } from '@linescope/contract/diff-delta-weights';
import { type EntitySettings, entitySettingsSchema } from '@linescope/contract/entity-settings';
import { entitySettingsChanged } from '@linescope/contract/events/identity-events';
import { invalidParameters, notFound, type ParameterError } from '@linescope/contract/fault';
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
  const given = { ...entity.settings, ...change.settings };
  const asked = { ...given, time_zone: normaliseTimeZone(given.time_zone) };
  const refused = checkGiven(change.settings);
  const parsed = entitySettingsSchema.safeParse(asked);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue): ParameterError => {
      const param = issue.path.join('.');
      return { param, code_em: 'invalid', detail: `${param} ${issue.message}.` };
    });
    throw invalidParameters([...refused, ...faults, ...contradictionsOf(entity.settings, asked, faults)]);
  }
  const problems = [...refused, ...checkSettings(parsed.data)];
  if (problems.length > 0) throw invalidParameters(problems);
  const saved = await saveSettings(tx, entity.id, withWeightsVersion(entity.settings, parsed.data));
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

/** How those that are sound contradict each other: in the place of the others stands what is stored. */
function contradictionsOf(stored: EntitySettings, asked: object, faults: ParameterError[]): ParameterError[] {
  const faulty = new Set(faults.map(({ param }) => param.split('.')[0]));
  const kept = Object.entries(stored).filter(([name]) => faulty.has(name));
  const found = checkSettings(entitySettingsSchema.parse({ ...asked, ...Object.fromEntries(kept) }));
  const isDayKnown = !faulty.has('business_day_start') && !faulty.has('business_day_end');
  return found.filter(({ param }) => isDayKnown || param !== 'business_day_end');
}

/** What stored settings may hold and a change may not: nonsense in place of weights, and a version of one's own. */
function checkGiven(given: Partial<Record<keyof EntitySettings, unknown>>): ParameterError[] {
  const weights = given.diff_delta_weights;
  const parsed = diffDeltaWeightsSchema.nullable().optional().safeParse(weights);
  const faults = parsed.success ? [] : weightFaults('diff_delta_weights', parsed.error);
  const version = 'diff_delta_version must not be given: it grows when the weights change.';
  if (given.diff_delta_version !== undefined)
    faults.push({ param: 'diff_delta_version', code_em: 'invalid', detail: version });
  return faults;
}

const withWeightsVersion = (before: EntitySettings, after: EntitySettings): EntitySettings => ({
  ...after,
  diff_delta_version:
    before.diff_delta_version + (isDeepStrictEqual(before.diff_delta_weights, after.diff_delta_weights) ? 0 : 1),
});
