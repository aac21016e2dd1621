import type { EntitySettings } from '@linescope/contract/entity-settings';
import type { ParameterError } from '@linescope/contract/fault';

/** What a schema of single fields cannot see: a zone that exists, a day that ends after it begins. */
export function checkSettings(settings: EntitySettings): ParameterError[] {
  const problems: ParameterError[] = [];
  const refuse = (param: string, detail: string) => problems.push({ param, code_em: 'invalid', detail });
  if (!ZONES.has(settings.time_zone))
    refuse('time_zone', 'time_zone must be a zone of the tz database, such as Europe/Zurich.');
  if (settings.business_day_end <= settings.business_day_start) {
    refuse('business_day_end', 'business_day_end must be later than business_day_start.');
  }
  return problems;
}

const ZONES = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** The zone by its name in the tz database (`utc` is `UTC`, `asia/calcutta` is `Asia/Calcutta`); others as they are, to be refused. */
export function normaliseTimeZone(zone: unknown): unknown {
  if (typeof zone !== 'string') return zone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone.trim() }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}
