/**
 * A repository lives through its year in order of time. Each piece of work is a generator that does one thing, yields when it
 * will act next, and is woken then; whatever would happen after "now" simply has not happened yet.
 *   life A: ──commit──────open──────────review──merge        One main line; a piece of work locks the files it touches,
 *   life B: ─────────commit──commit──open─────────────▶ now  so that merging is laying its files over main's.
 */

import { type Changes, type HistoryWriter, type Mark, type Stamp, scratchRef } from '../output/fast-import.ts';
import { hour } from '../plan/calendar.ts';
import type { Person } from '../plan/people.ts';
import type { WorkPlan } from '../plan/plan-work.ts';
import type { Blueprint } from '../plan/repo-blueprints.ts';
import type { Random } from '../text/random.ts';
import type { Tree } from '../text/source-tree.ts';
import type { IssueDraft, PullDraft } from './pull-draft.ts';
import type { LineRecord } from './record-lines.ts';

export type Life = Generator<number, void, void>;
export type Release = {
  id: number;
  name: string;
  mark: Mark;
  at: number;
  by: Person;
  defects: string[];
  issues: string[];
};
export type DefectPlan = {
  key: string;
  description: string;
  severity: number;
  category: string;
  detectedAt: number;
  fix: { mark: Mark; mergedAt: number; releasedAt: number | null } | null;
};
export type Simulation = {
  blueprint: Blueprint;
  random: Random;
  people: readonly Person[];
  plan: WorkPlan;
  history: HistoryWriter;
  tree: Tree;
  main: Mark;
  locked: Set<string>;
  now: number;
  time: number;
  nextId: () => number;
  nextNumber: () => number;
  nextDefect: () => number;
  pulls: PullDraft[];
  issues: IssueDraft[];
  releases: Release[];
  defects: DefectPlan[];
  /** What the machines of some people noted of their commits' lines, and chance of its own for it. */
  records: { mark: Mark; base: Mark; record: LineRecord }[];
  typing: Random;
  /** Tickets whose code is on main and waits for a release. */
  unreleased: Set<string>;
  start: (life: Life) => void;
};

export const webFlow = { name: 'GitHub', email: 'noreply@github.com' };

export function stampOf(person: { name: string; email: string; zone?: number }, at: number): Stamp {
  return { name: person.name, email: person.email, at, zone: person.zone ?? 0 };
}

/** Lays changes over main as a new commit of the main line. */
export function commitToMain(
  sim: Simulation,
  given: { author: Stamp; committer: Stamp; message: string; changes: Changes; merged?: Mark },
): Mark {
  const parents = sim.main === 0 ? [] : [sim.main, ...(given.merged === undefined ? [] : [given.merged])];
  sim.main = sim.history.commit({
    ref: 'refs/heads/main',
    parents,
    author: given.author,
    committer: given.committer,
    message: given.message,
    changes: given.changes,
  });
  for (const [path, file] of given.changes) {
    if (file === null) sim.tree.delete(path);
    else sim.tree.set(path, file);
  }
  return sim.main;
}

export function commitAside(sim: Simulation, parent: Mark, author: Stamp, message: string, changes: Changes): Mark {
  return sim.history.commit({ ref: scratchRef, parents: [parent], author, committer: author, message, changes });
}

/** Wakes every life at its times, in order, until now. */
export function runLives(sim: Omit<Simulation, 'start'>, begin: (sim: Simulation) => void): Simulation {
  const waiting: { at: number; order: number; life: Life }[] = [];
  let order = 0;
  const resume = (life: Life) => {
    const { done, value } = life.next();
    if (!done && value <= whole.now) waiting.push({ at: Math.max(value, whole.time), order: order++, life });
  };
  const whole: Simulation = { ...sim, start: resume };
  begin(whole);
  while (waiting.length > 0) {
    let first = 0;
    for (let i = 1; i < waiting.length; i++) if (comesBefore(waiting[i], waiting[first])) first = i;
    const [next] = waiting.splice(first, 1);
    if (!next) break;
    whole.time = next.at;
    resume(next.life);
  }
  return whole;
}

function comesBefore(
  one: { at: number; order: number } | undefined,
  other: { at: number; order: number } | undefined,
): boolean {
  if (!one || !other) return false;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** People of this repository's team mostly, now and then someone else; nobody before they joined or while away. */
export function someoneAt(sim: Simulation, at: number, except?: Person): Person {
  const present = sim.people.filter(
    (person) =>
      person.joinedAt < at - 24 * hour &&
      person !== except &&
      !person.leave.some((span) => at >= span.start && at < span.end),
  );
  const own = present.filter((person) => person.team === sim.blueprint.team);
  return sim.random.pick(own.length > 1 && sim.random.chance(0.8) ? own : present);
}
