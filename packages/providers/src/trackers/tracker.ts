import { isProviderError, type ProviderError } from '../errors.ts';
import type { FactPage } from '../payload.ts';
import type { HostTeam } from '../team.ts';

export type TrackerConnection = {
  id: string;
  token: string;
  /** With an email the site is the vendor's cloud; without, a self-managed server. */
  email: string | null;
  endpoint: string;
};

export type TrackerScope = { projects: readonly string[] } | { boardId: string } | 'everything';

/** A board or a project that cannot be read, while the rest of its tracker can; without an id, the list of them. */
export type UnreadPart = { part: 'board' | 'project'; id: string | null; error: ProviderError };

/** It is gone, or not for this token: the next ones are asked all the same. Whatever else fails concerns the tracker. */
export const concernsPartOnly = (error: unknown): error is ProviderError =>
  isProviderError(error, 'not_found', 'access_denied', 'request_rejected');

/** Projects as teams, and those that cannot be read, with the id that their team would have. */
export type TeamPage = { items: HostTeam[]; unread: (UnreadPart & { teamHostId: string })[] };

/** A tracker as imports use it. */
export interface Tracker {
  whoAmI(): Promise<{ hostId: string; fullName: string | null; email: string | null }>;
  /** Issues that changed at or after a moment, with the history of status, sprint, points and assignee. */
  issues(scope: TrackerScope, since: Date | null): AsyncGenerator<FactPage>;
  /** The sprints of a board; a board without sprints has none. */
  sprints(boardId: string): AsyncGenerator<FactPage>;
  /** Of a project that cannot be read nobody knows the members: it is among `unread` instead. */
  teams(): AsyncGenerator<TeamPage>;
}
