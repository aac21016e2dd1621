import { DAY_MS } from '@linescope/contract/days';

export interface GivenUsage {
  date: Date;
  add_to_existing: boolean;
  prompted_suggest_count?: number | undefined;
  prompted_accept_count?: number | undefined;
  tab_suggest_count?: number | undefined;
  tab_accept_count?: number | undefined;
}

/** What a usage cannot be, by parameter; what is added to may have had its suggestions in an earlier call. */
export function usageContradictions(given: GivenUsage, now: Date): { param: keyof GivenUsage; why: string }[] {
  const found: { param: keyof GivenUsage; why: string }[] = [];
  if (given.date.getTime() > now.getTime() + DAY_MS) {
    found.push({ param: 'date', why: 'must not be more than a day ahead.' });
  }
  if (given.add_to_existing) return found;
  for (const kind of ['prompted', 'tab'] as const) {
    const [suggested, accepted] = [given[`${kind}_suggest_count`], given[`${kind}_accept_count`]];
    if (suggested === undefined || accepted === undefined || accepted <= suggested) continue;
    found.push({ param: `${kind}_accept_count`, why: `must not be more than ${kind}_suggest_count.` });
  }
  return found;
}
