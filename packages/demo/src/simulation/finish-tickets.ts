/** Gives of every ticket what the pull requests did not: work without code, sprints it spilled into, and when epics were done. */
import { day } from '../plan/calendar.ts';
import type { Ticket, WorkPlan } from '../plan/plan-work.ts';
import type { Random } from '../text/random.ts';

export function finishTickets(random: Random, plan: WorkPlan, now: number): Ticket[] {
  const known = plan.tickets.filter((ticket) => ticket.createdAt <= now);
  for (const ticket of known) {
    if (ticket.type === 'Epic') continue;
    if (ticket.startedAt === null && ticket.plannedStart < now) {
      ticket.startedAt = ticket.plannedStart;
      ticket.resolvedAt = ticket.plannedStart + random.between(0.4, 6) * day;
    }
    for (const moment of ['startedAt', 'reviewAt', 'resolvedAt'] as const) {
      const at = ticket[moment];
      if (at !== null && at > now) ticket[moment] = null;
    }
    spillOver(plan, ticket, now);
  }
  for (const epic of known)
    if (epic.type === 'Epic')
      finishEpic(
        epic,
        known.filter((ticket) => ticket.epic === epic.key),
        now,
      );
  return known;
}

function spillOver(plan: WorkPlan, ticket: Ticket, now: number): void {
  for (let times = 0; times < 2; times++) {
    const last = ticket.sprints.at(-1);
    if (!last || last.sprint.end > Math.min(ticket.resolvedAt ?? now, now)) return;
    const next = plan.sprints.find(
      (sprint) => sprint.boardId === last.sprint.boardId && sprint.start === last.sprint.end,
    );
    if (!next) return;
    ticket.sprints.push({ sprint: next, at: last.sprint.end });
  }
}

/** Done with its last child; one that is left open for long is closed without waiting for it. */
function finishEpic(epic: Ticket, children: readonly Ticket[], now: number): void {
  const starts = children.flatMap((child) => (child.startedAt === null ? [] : [child.startedAt]));
  const ends = children.flatMap((child) => (child.resolvedAt === null ? [] : [child.resolvedAt]));
  epic.startedAt = starts.length > 0 ? Math.min(...starts) : null;
  const over = epic.plannedStart < now - 56 * day;
  const allDone = ends.length === children.length && ends.length > 0;
  if (epic.startedAt !== null && over && (allDone || epic.plannedStart < now - 80 * day))
    epic.resolvedAt = Math.max(epic.startedAt, ...ends);
}
