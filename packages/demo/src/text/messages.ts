import { capital } from '../languages/language.ts';
import type { Bot, Person } from '../plan/people.ts';
import type { Random } from './random.ts';
import { nouns, qualities, reasons, verbs } from './vocabulary.ts';

const assistants = {
  anthropic:
    'Generated with [Claude Code](https://claude.com/claude-code)\n\nCo-Authored-By: Claude <noreply@anthropic.com>',
  cursor: 'Co-authored-by: Cursor <cursoragent@cursor.com>',
  copilot: 'Co-authored-by: Copilot <175728472+Copilot@users.noreply.github.com>',
} as const;

const shareOfCommits = { power: 0.65, regular: 0.4, periodic: 0.22, sparse: 0.08, none: 0 } as const;

/** Whether an assistant had its hand in this commit, by the habit of its author. */
export function assisted(random: Random, author: Person): boolean {
  return author.provider !== null && random.chance(shareOfCommits[author.habit]);
}

export function withTrailers(message: string, author: Person, byAssistant: boolean, partner?: Person | Bot): string {
  const trailers = [
    ...(byAssistant && author.provider ? [assistants[author.provider]] : []),
    ...(partner ? [`Co-authored-by: ${partner.name} <${partner.email}>`] : []),
  ];
  return trailers.length > 0 ? `${message}\n\n${trailers.join('\n')}` : message;
}

export function commitSubject(random: Random, prefix: string): string {
  const what = `${random.pick(verbs)} ${random.pick(qualities)} ${random.pick(nouns)}`;
  return prefix ? `${prefix} ${capital(what)}` : capital(what);
}

export function commitBody(random: Random): string {
  return random.chance(0.35) ? `\n\nDone ${random.pick(reasons)}.` : '';
}

export function reviewBody(random: Random): string {
  return random.pick([
    `What happens when the ${random.pick(nouns)} is ${random.pick(qualities)}?`,
    `Could we ${random.pick(verbs)} the ${random.pick(nouns)} first, ${random.pick(reasons)}?`,
    `nit: ${random.pick(qualities)} would read better here.`,
    `This looks like the ${random.pick(nouns)} we ${random.pick(verbs)} elsewhere.`,
    `Please add a test for the ${random.pick(qualities)} ${random.pick(nouns)}.`,
  ]);
}
