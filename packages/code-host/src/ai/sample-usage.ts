import type { UsageFile, UsageRecord } from './records.ts';

/** Two days of three people with three assistants, in round numbers, for the tests. */
function row(day: string, provider: UsageRecord['provider'], login: string, user_id: number): UsageRecord {
  return {
    ...{ day, provider, login, user_id, email: `${login}@example.com`, team: 'core', model: `${provider}-model` },
    ...{
      sessions: 2,
      lines_suggested: 150,
      lines_added: 100,
      lines_deleted: 20,
      prompts_suggested: 12,
      prompts_accepted: 10,
    },
    ...{ tabs_shown: 30, tabs_accepted: 10, commits: 3, cost_cents: 125 },
  };
}

export const sampleUsage: UsageFile = {
  organization_id: 'dc9f6c26-b22c-4831-8d01-0446bada88f1',
  seats: [{ login: 'grace', provider: 'copilot', since: '2026-01-01T00:00:00Z' }],
  rows: ['2026-03-02', '2026-03-03'].flatMap((day) => [
    row(day, 'anthropic', 'ada', 11),
    row(day, 'anthropic', 'grace', 12),
    row(day, 'cursor', 'ada', 11),
    row(day, 'copilot', 'grace', 12),
  ]),
};
