/** The 25 developers of the demo, their teams, how each works with AI, and the bots among them. */

import type { Random } from '../text/random.ts';
import { day, mondayOf, type Span, sprintStart } from './calendar.ts';

export type AiProvider = 'anthropic' | 'cursor' | 'copilot';
export type AiHabit = 'power' | 'regular' | 'periodic' | 'sparse' | 'none';
export type Person = {
  id: number;
  login: string;
  name: string;
  email: string;
  otherEmails: string[];
  team: TeamSlug;
  provider: AiProvider | null;
  habit: AiHabit;
  /** Minutes east of Greenwich, for the stamps of commits. */
  zone: number;
  joinedAt: number;
  /** Since when their machine notes down who typed which lines (Git AI); null: it never did. */
  recordsSince: number | null;
  leave: Span[];
};
export type TeamSlug = 'web' | 'payments' | 'data' | 'platform';
export type Bot = { id: number; login: string; name: string; email: string };

export const organizationLogin = 'aurora';

export const teams = [
  { id: 3001, slug: 'web', name: 'Web', boardId: 11, project: 'SHOP', repo: 'storefront' },
  { id: 3002, slug: 'payments', name: 'Payments', boardId: 12, project: 'PAY', repo: 'ledger' },
  { id: 3003, slug: 'data', name: 'Data', boardId: 13, project: 'DATA', repo: 'insights' },
  { id: 3004, slug: 'platform', name: 'Platform', boardId: 14, project: 'PLAT', repo: 'platform' },
] as const satisfies readonly {
  id: number;
  slug: TeamSlug;
  name: string;
  boardId: number;
  project: string;
  repo: string;
}[];
export type Team = (typeof teams)[number];

/** Name, team, provider, habit, weeks before now in whose sprint they joined (null: long before), zone in hours. */
const roster: readonly (readonly [string, TeamSlug, AiProvider | null, AiHabit, number | null, number])[] = [
  ['Ines Albrecht', 'web', 'anthropic', 'power', null, 1],
  ['Tomas Varga', 'web', 'cursor', 'power', null, 1],
  ['Priya Nair', 'web', 'copilot', 'regular', null, 0],
  ['Oscar Lindqvist', 'web', 'cursor', 'regular', null, 1],
  ['Mei Tanaka', 'web', 'copilot', 'periodic', 38, 0],
  ['Jonas Weber', 'web', null, 'none', null, 1],
  ['Aisha Rahman', 'web', 'anthropic', 'regular', 9, 0],
  ['Diego Fuentes', 'payments', 'anthropic', 'power', null, -3],
  ['Hannah Cole', 'payments', 'copilot', 'regular', null, 0],
  ['Pavel Novak', 'payments', null, 'none', null, 1],
  ['Lucia Moretti', 'payments', 'cursor', 'periodic', null, 1],
  ['Samuel Okafor', 'payments', 'anthropic', 'sparse', 27, 0],
  ['Ewa Kowalska', 'payments', 'copilot', 'power', null, 1],
  ['Noah Bergman', 'data', 'cursor', 'power', null, 1],
  ['Fatima Zahra', 'data', 'anthropic', 'regular', null, 0],
  ['Ravi Subramanian', 'data', 'copilot', 'periodic', null, 0],
  ['Clara Dubois', 'data', null, 'none', null, 1],
  ['Yuki Mori', 'data', 'cursor', 'sparse', 18, 0],
  ['Marcus Reid', 'data', 'anthropic', 'power', 5, -5],
  ['Greta Olsen', 'platform', 'anthropic', 'regular', null, 1],
  ['Ben Hartley', 'platform', 'copilot', 'sparse', null, 0],
  ['Sofia Petrova', 'platform', 'cursor', 'regular', null, 2],
  ['Liam Walsh', 'platform', null, 'none', null, 0],
  ['Amara Diallo', 'platform', 'copilot', 'regular', 46, 0],
  ['Viktor Hansen', 'platform', 'anthropic', 'periodic', 3, 1],
];

export const bots = {
  dependabot: {
    id: 49699333,
    login: 'dependabot[bot]',
    name: 'dependabot[bot]',
    email: '49699333+dependabot[bot]@users.noreply.github.com',
  },
  reviewer: {
    id: 136622811,
    login: 'coderabbitai[bot]',
    name: 'coderabbitai[bot]',
    email: '136622811+coderabbitai[bot]@users.noreply.github.com',
  },
  coder: {
    id: 198982749,
    login: 'copilot-swe-agent[bot]',
    name: 'copilot-swe-agent[bot]',
    email: '198982749+Copilot@users.noreply.github.com',
  },
} as const satisfies Record<string, Bot>;

export function makePeople(random: Random, now: number): Person[] {
  return roster.map(([name, team, provider, habit, weeksAgo, zone], index) => {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    const login = `${first}-${last}`;
    const id = 710_000 + index * 37;
    const email = `${first}.${last}@aurora.example`;
    const isRecorded = provider !== 'copilot' && (habit === 'power' || habit === 'regular');
    return {
      id,
      login,
      name,
      email,
      otherEmails: index % 4 === 0 ? [`${first}@${last}.example`] : [],
      team,
      provider,
      habit,
      zone: zone * 60,
      joinedAt: weeksAgo === null ? now - 800 * day : sprintStart(now, now - weeksAgo * 7 * day),
      recordsSince: isRecorded ? now - (280 - 5 * index) * day : null,
      leave: leaveOf(random, now),
    };
  });
}

/** Some weeks away each year, and a single day here and there. */
function leaveOf(random: Random, now: number): Span[] {
  const spans: Span[] = [];
  for (let month = 13; month >= 0; month -= random.whole(2, 5)) {
    const start = mondayOf(now - month * 30 * day + random.whole(0, 3) * 7 * day);
    const length = random.weighted([
      [0, 3],
      [4, 4],
      [11, 2],
    ] as const);
    const from = start + (length === 0 ? random.whole(0, 4) * day : 0);
    if (from + length * day < now - 2 * day) spans.push({ start: from, end: from + length * day });
  }
  return spans;
}
