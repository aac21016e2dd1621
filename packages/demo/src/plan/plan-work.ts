/** What the teams set out to do: epics, two-week sprints, and tickets with points. The simulation gives how it went. */

import { capital } from '../languages/language.ts';
import type { Random } from '../text/random.ts';
import { nouns, qualities, verbs } from '../text/vocabulary.ts';
import { day, firstSprint, hour, nextWorkingTime, sprintLength } from './calendar.ts';
import { type Person, type Team, teams } from './people.ts';

export type TicketType = 'Story' | 'Task' | 'Bug' | 'Hotfix' | 'Epic';
export type Sprint = { id: number; boardId: number; name: string; start: number; end: number };
export type Ticket = {
  key: string;
  id: number;
  team: Team;
  type: TicketType;
  summary: string;
  points: number | null;
  priority: 'Highest' | 'High' | 'Medium' | 'Low';
  epic: string | null;
  reporter: Person;
  assignee: Person;
  createdAt: number;
  /** When the ticket entered which sprint; a ticket that spills over enters the next. */
  sprints: { sprint: Sprint; at: number }[];
  plannedStart: number;
  hasCode: boolean;
  startedAt: number | null;
  reviewAt: number | null;
  resolvedAt: number | null;
};

export type WorkPlan = ReturnType<typeof planWork>;

const ticketsPerPerson = 0.85;

export function planWork(random: Random, people: readonly Person[], now: number) {
  const tickets: Ticket[] = [];
  const counters = new Map<string, number>();
  const sprints = teams.flatMap((team) => sprintsOf(team, firstSprint(now), now));

  function newTicket(
    team: Team,
    given: Omit<Ticket, 'key' | 'id' | 'team' | 'startedAt' | 'reviewAt' | 'resolvedAt'>,
  ): Ticket {
    const number = (counters.get(team.project) ?? 100) + 1;
    counters.set(team.project, number);
    const ticket = {
      ...given,
      key: `${team.project}-${number}`,
      id: team.id * 10_000 + number,
      team,
      startedAt: null,
      reviewAt: null,
      resolvedAt: null,
    };
    tickets.push(ticket);
    return ticket;
  }

  for (const team of teams) {
    const members = people.filter((person) => person.team === team.slug);
    let epics: Ticket[] = [];
    for (const [index, sprint] of sprints.filter((candidate) => candidate.boardId === team.boardId).entries()) {
      const present = members.filter((person) => person.joinedAt < sprint.start + 3 * day);
      if (index % 4 === 0) epics = [1, 2].map(() => newTicket(team, epicOf(random, present, sprint)));
      for (const assignee of assigneesOf(random, present, sprint))
        newTicket(team, ticketOf(random, present, assignee, sprint, epics));
    }
  }

  return {
    sprints,
    tickets,
    /** A ticket that nobody planned: a defect is found and someone takes it at once. */
    addHotfix: (from: Random, team: Team, assignee: Person, summary: string, at: number): Ticket => {
      const running = sprints.find(
        (sprint) => sprint.boardId === team.boardId && sprint.start <= at && at < sprint.end,
      );
      return newTicket(team, {
        type: from.chance(0.5) ? 'Hotfix' : 'Bug',
        summary,
        points: from.pick([1, 2, 3]),
        priority: 'Highest',
        epic: null,
        reporter: assignee,
        assignee,
        createdAt: at,
        sprints: running ? [{ sprint: running, at: at + hour }] : [],
        plannedStart: at + from.between(0.5, 12) * hour,
        hasCode: true,
      });
    },
  };
}

function sprintsOf(team: Team, first: number, now: number): Sprint[] {
  const sprints: Sprint[] = [];
  for (let start = first, n = 1; start < now + sprintLength; start += sprintLength, n++) {
    sprints.push({
      id: team.boardId * 1000 + n,
      boardId: team.boardId,
      name: `${team.name} Sprint ${n}`,
      start,
      end: start + sprintLength,
    });
  }
  return sprints;
}

function summaryOf(random: Random): string {
  return `${capital(random.pick(verbs))} the ${random.pick(qualities)} ${random.pick(nouns)}`;
}

function epicOf(random: Random, present: readonly Person[], sprint: Sprint): Parameters<typeof ticketFields>[0] {
  const lead = random.pick(present);
  const createdAt = sprint.start - random.between(8, 20) * day;
  return ticketFields({
    type: 'Epic',
    summary: `${summaryOf(random)} everywhere`,
    points: null,
    priority: 'Medium',
    epic: null,
    reporter: lead,
    assignee: lead,
    createdAt,
    sprints: [],
    plannedStart: sprint.start,
    hasCode: false,
  });
}

function ticketFields(fields: Omit<Ticket, 'key' | 'id' | 'team' | 'startedAt' | 'reviewAt' | 'resolvedAt'>) {
  return fields;
}

const isNew = (person: Person, sprint: Sprint): boolean => person.joinedAt > sprint.start - 35 * day;

/** Most people take a ticket, some take two; whoever is new always gets one. */
function assigneesOf(random: Random, present: readonly Person[], sprint: Sprint): Person[] {
  return present.flatMap((person) => {
    const count = Math.max(
      isNew(person, sprint) ? 1 : 0,
      random.chance(ticketsPerPerson - 0.1)
        ? random.weighted([
            [1, 4],
            [2, 1],
          ] as const)
        : 0,
    );
    return Array.from({ length: count }, () => person);
  });
}

function ticketOf(
  random: Random,
  present: readonly Person[],
  assignee: Person,
  sprint: Sprint,
  epics: readonly Ticket[],
) {
  const type = random.weighted<TicketType>([
    ['Story', 46],
    ['Task', 20],
    ['Bug', 27],
    ['Hotfix', 5],
  ]);
  const unplanned = random.chance(type === 'Hotfix' ? 0.8 : type === 'Bug' ? 0.35 : 0.08);
  const createdAt = unplanned
    ? sprint.start + random.between(0.5, 8) * day
    : sprint.start - random.between(2, 25) * day;
  const addedAt = unplanned ? createdAt + random.between(0.5, 6) * hour : sprint.start - random.between(2, 60) * hour;
  const earliest = Math.max(createdAt + hour, sprint.start + random.between(0, 8) * day);
  return ticketFields({
    type,
    summary:
      type === 'Bug' || type === 'Hotfix'
        ? `${capital(random.pick(qualities))} ${random.pick(nouns)} is wrong after ${random.pick(nouns)} change`
        : summaryOf(random),
    points: random.chance(0.12)
      ? null
      : random.weighted([
          [1, 3],
          [2, 4],
          [3, 5],
          [5, 4],
          [8, 2],
        ] as const),
    priority:
      type === 'Bug' || type === 'Hotfix'
        ? random.weighted([
            ['Highest', 1],
            ['High', 3],
            ['Medium', 5],
            ['Low', 2],
          ] as const)
        : random.pick(['High', 'Medium', 'Low']),
    epic: type !== 'Hotfix' && random.chance(0.6) ? random.pick(epics).key : null,
    reporter: random.pick(present),
    assignee,
    createdAt: Math.min(createdAt, addedAt),
    sprints: [{ sprint, at: addedAt }],
    plannedStart: nextWorkingTime(random, earliest, assignee.leave),
    hasCode: random.chance(type === 'Task' ? 0.7 : 0.95) || isNew(assignee, sprint),
  });
}
