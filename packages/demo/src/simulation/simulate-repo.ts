import { capital } from '../languages/language.ts';
import { historyWriter } from '../output/fast-import.ts';
import { day, hour, nextWorkingTime } from '../plan/calendar.ts';
import type { Person } from '../plan/people.ts';
import type { Ticket, WorkPlan } from '../plan/plan-work.ts';
import { type Blueprint, firstTree } from '../plan/repo-blueprints.ts';
import { renameFile } from '../text/edit-code.ts';
import type { Random } from '../text/random.ts';
import { nouns, qualities } from '../text/vocabulary.ts';
import type { WorkKind } from './choose-edits.ts';
import { dependencyLife } from './dependency-life.ts';
import { directCommitsLife, releasesLife, reportedIssuesLife } from './main-line-life.ts';
import { pullRequestLife } from './pull-request-life.ts';
import { commitToMain, runLives, type Simulation, someoneAt, stampOf } from './simulation.ts';

export type RepoOptions = {
  blueprint: Blueprint;
  random: Random;
  people: readonly Person[];
  plan: WorkPlan;
  tickets: readonly Ticket[];
  now: number;
  nextId: () => number;
  nextDefect: () => number;
};

const kindOf: Record<Ticket['type'], readonly (readonly [WorkKind, number])[]> = {
  Story: [
    ['feature', 9],
    ['docs', 1],
  ],
  Task: [
    ['refactor', 4],
    ['chore', 3],
    ['replace', 4],
    ['docs', 2],
    ['feature', 2],
  ],
  Bug: [['bug', 1]],
  Hotfix: [['bug', 1]],
  Epic: [['feature', 1]],
};

export function simulateRepo(options: RepoOptions): Simulation {
  const { blueprint, random, people, now } = options;
  const begin = now - 396 * day;
  const founded = now - 800 * day;
  let number = 0;
  return runLives(
    {
      ...options,
      history: historyWriter(),
      tree: new Map(),
      main: 0,
      locked: new Set(),
      time: founded,
      nextNumber: () => ++number,
      pulls: [],
      issues: [],
      releases: [],
      defects: [],
      records: [],
      typing: random.fork('typing'),
      unreleased: new Set(),
    },
    (sim) => {
      const founder = stampOf(
        people.find((person) => person.team === blueprint.team) ?? someoneAt(sim, founded + 2 * day),
        founded,
      );
      const message = `Begin ${blueprint.name}\n\n${blueprint.description}.`;
      commitToMain(sim, {
        author: founder,
        committer: founder,
        message,
        changes: firstTree(random, blueprint, founded),
      });
      sim.start(directCommitsLife(sim, { from: founded, until: begin, hours: [200, 700] }));
      sim.start(directCommitsLife(sim, { from: begin, until: now, hours: [10, 70] }));
      sim.start(releasesLife(sim, begin));
      sim.start(reportedIssuesLife(sim, begin));
      for (const ticket of options.tickets) startTicket(sim, ticket);
      for (let at = begin; at < now; at += random.between(12, 30) * day) sim.start(dependencyLife(sim, at));
      for (let at = begin; at < now; at += random.between(18, 34) * day) startRename(sim, at);
    },
  );
}

function startTicket(sim: Simulation, ticket: Ticket): void {
  sim.start(
    pullRequestLife(sim, {
      kind: sim.random.weighted(kindOf[ticket.type]),
      title: `${ticket.key}: ${ticket.summary}`,
      prefix: sim.random.chance(0.75) ? ticket.key : '',
      author: ticket.assignee,
      ticket,
      startAt: ticket.plannedStart,
    }),
  );
}

/** Someone tidies up: a file gets another name, with a line or two changed on the way. */
function startRename(sim: Simulation, at: number): void {
  const { random } = sim;
  const author = someoneAt(sim, at + day);
  const word = `${random.pick(qualities)}-${random.pick(nouns)}`;
  const from = [...sim.tree.keys()].filter((path) => /\.(ts|go|py|css)$/.test(path) && !/test/.test(path));
  const path = random.pick(from);
  const to = path.replace(/[^/]+(?=\.\w+$)/, path.endsWith('.py') ? word.replace('-', '_') : word);
  sim.start(
    pullRequestLife(sim, {
      kind: 'refactor',
      title: `${capital(word)} says better what it is`,
      prefix: 'refactor:',
      author,
      ticket: null,
      startAt: nextWorkingTime(random, at + random.between(0, 40) * hour, author.leave),
      paths: [path],
      apply: (space) => renameFile(space, path, to),
    }),
  );
}
