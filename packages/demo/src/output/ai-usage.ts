/** How each developer used an assistant, day by day: by habit, on working days, from the day they joined. */
import type { UsageFile, UsageRecord } from '@linescope/code-host/ai/records';
import { day, iso, isoDay, isWeekend, startOfDay } from '../plan/calendar.ts';
import type { AiHabit, AiProvider, Person } from '../plan/people.ts';
import type { Random } from '../text/random.ts';

const habits: Record<Exclude<AiHabit, 'none'>, { days: number; accepted: readonly [number, number]; lines: number }> = {
  power: { days: 0.95, accepted: [14, 34], lines: 14 },
  regular: { days: 0.8, accepted: [5, 9], lines: 11 },
  periodic: { days: 0.5, accepted: [3, 4], lines: 9 },
  sparse: { days: 0.2, accepted: [1, 2], lines: 8 },
};

export const models: Record<AiProvider, readonly string[]> = {
  anthropic: ['claude-sonnet-4-5-20250929', 'claude-opus-4-1-20250805'],
  cursor: ['gpt-5', 'claude-4.5-sonnet'],
  copilot: ['gpt-5-mini', 'claude-sonnet-4.5'],
};

export function usageOf(random: Random, people: readonly Person[], begin: number, now: number): UsageFile {
  const seated = people.filter((person) => person.provider !== null);
  const rows: UsageRecord[] = [];
  for (const person of seated) {
    const from = startOfDay(Math.max(begin, person.joinedAt)) + day;
    for (let at = from; at <= now - day; at += day) {
      const away = person.leave.some((span) => at >= span.start && at <= span.end);
      const row = isWeekend(at) || away ? undefined : dayOf(random, person, at);
      if (row) rows.push(row);
    }
  }
  return {
    organization_id: 'dc9f6c26-b22c-4831-8d01-0446bada88f1',
    seats: seated.map((person) => ({
      login: person.login,
      provider: person.provider ?? '',
      since: iso(Math.max(begin, person.joinedAt)),
    })),
    rows,
  };
}

function dayOf(random: Random, person: Person, at: number): UsageRecord | undefined {
  if (person.provider === null || person.habit === 'none') return undefined;
  const habit = habits[person.habit];
  if (!random.chance(habit.days)) return undefined;
  const accepted = random.whole(...habit.accepted);
  // The terminal assistant has prompts only; the editors complete by tab as well.
  const prompts = person.provider === 'anthropic' ? accepted : Math.ceil(accepted * random.between(0.3, 0.6));
  const tabs = accepted - prompts;
  const lines = Math.round(accepted * habit.lines * random.between(0.6, 1.5));
  return {
    day: isoDay(at),
    provider: person.provider,
    login: person.login,
    user_id: person.id,
    email: person.email,
    team: person.team,
    model: random.pick(models[person.provider]),
    sessions: Math.max(1, Math.round(accepted / 5)),
    lines_suggested: Math.round(lines * random.between(1.2, 1.9)),
    lines_added: lines,
    lines_deleted: Math.round(lines * random.between(0.1, 0.5)),
    prompts_suggested: prompts + random.whole(0, Math.ceil(prompts * 0.6)),
    prompts_accepted: prompts,
    tabs_shown: person.provider === 'anthropic' ? 0 : tabs + random.whole(1, 4 + tabs * 2),
    tabs_accepted: tabs,
    commits: random.whole(0, Math.ceil(accepted / 10)),
    cost_cents: Math.round(accepted * random.between(6, 22)),
  };
}
