import { DAY_MS } from '@linescope/contract/days';
import type { ParameterError } from '@linescope/contract/fault';

export interface GivenUsage {
  date?: Date | undefined;
  add_to_existing?: boolean | undefined;
  prompted_suggest_count?: number | undefined;
  prompted_accept_count?: number | undefined;
  tab_suggest_count?: number | undefined;
  tab_accept_count?: number | undefined;
}

/** What a usage cannot be, of what is sound in it; what is added to may have had its suggestions in an earlier call. */
export function usageContradictions(sound: GivenUsage, now: Date): ParameterError[] {
  const found: ParameterError[] = [];
  const refuse = (param: keyof GivenUsage, why: string) => found.push({ param, code_em: 'contradiction', detail: why });
  if (sound.date && sound.date.getTime() > now.getTime() + DAY_MS) refuse('date', 'must not be more than a day ahead');
  if (sound.add_to_existing !== false) return found;
  for (const kind of ['prompted', 'tab'] as const) {
    const [suggested, accepted] = [sound[`${kind}_suggest_count`], sound[`${kind}_accept_count`]];
    if (suggested === undefined || accepted === undefined || accepted <= suggested) continue;
    refuse(`${kind}_accept_count`, `must not be more than ${kind}_suggest_count`);
  }
  return found;
}
