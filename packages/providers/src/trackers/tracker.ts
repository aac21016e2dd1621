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

/** A tracker as imports use it. */
export interface Tracker {
  whoAmI(): Promise<{ hostId: string; fullName: string | null; email: string | null }>;
  /** Issues that changed at or after a moment, with the history of status, sprint, points and assignee. */
  issues(scope: TrackerScope, since: Date | null): AsyncGenerator<FactPage>;
  /** The sprints of a board; a board without sprints has none. */
  sprints(boardId: string): AsyncGenerator<FactPage>;
  teams(): AsyncGenerator<{ items: HostTeam[] }>;
}
