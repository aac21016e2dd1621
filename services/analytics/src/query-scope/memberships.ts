import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import { TEAM_AS_COMMITTER } from '../segments/segment-view.ts';
import type { EntityCopies, Team } from '../store/entity-copies.ts';

/** Who counts in a team, from a day to the day before another, both counted from 1970. */
export interface Membership {
  teamId: number;
  /** A primary committer, or the team itself for AI usage that is reported for the whole team. */
  member: number;
  since: number;
  until: number;
  /** The repos that the team is limited to; none: all. */
  repos: number[];
}

const ALWAYS = { since: 0, until: 200_000 };

/** Members of a child team count in its parents; spans of one member in one team never overlap. */
export function membershipsOf({ teams, committers }: EntityCopies, repos: ScopedRepo[]): Membership[] {
  const primaries = new Map(committers.map((committer) => [committer.committer_id, committer.primary_id]));
  const byId = new Map(teams.map((team) => [team.team_id, team]));
  const spans = new Map<string, Membership[]>();
  const add = (membership: Membership) => {
    const key = `${membership.teamId} ${membership.member}`;
    spans.set(key, [...(spans.get(key) ?? []), membership]);
  };
  for (const team of teams) {
    for (const counted of withParents(team, byId)) {
      const of = { teamId: counted.team_id, repos: reposOf(counted, repos) };
      add({ ...of, member: TEAM_AS_COMMITTER + team.team_id, ...ALWAYS });
      team.member_ids.forEach((id, index) => {
        const member = primaries.get(id);
        if (member === undefined) return;
        add({ ...of, member, since: team.member_from[index] ?? 0, until: team.member_until[index] ?? 0 });
      });
    }
  }
  return [...spans.values()].flatMap(joinSpans);
}

/** The team and its parents; a circular parent ends the list. */
function withParents(team: Team, byId: Map<number, Team>): Team[] {
  const line: Team[] = [];
  for (let above: Team | undefined = team; above && !line.includes(above); above = byId.get(above.parent_team_id)) {
    line.push(above);
  }
  return line;
}

function reposOf(team: Team, repos: ScopedRepo[]): number[] {
  if (team.repo_paths.length === 0) return [];
  const ids = repos.filter((repo) => team.repo_paths.includes(repo.path)).map((repo) => repo.id);
  // A team whose repos are all out of scope counts nothing; an empty list would mean all of them.
  return ids.length > 0 ? ids : [0];
}

function joinSpans(memberships: Membership[]): Membership[] {
  const joined: Membership[] = [];
  for (const next of memberships.toSorted((one, other) => one.since - other.since)) {
    const last = joined.at(-1);
    if (last && next.since <= last.until) last.until = Math.max(last.until, next.until);
    else joined.push({ ...next });
  }
  return joined;
}

/** As parameters of a statement. */
export const membershipParams = (memberships: Membership[]) => ({
  membership_teams: memberships.map(({ teamId }) => teamId),
  membership_members: memberships.map(({ member }) => member),
  membership_since: memberships.map(({ since }) => since),
  membership_until: memberships.map(({ until }) => until),
  membership_repos: memberships.map(({ repos }) => repos),
});

/** Teams whose series the scope can hold: with members, and not limited to repos outside it. */
export const teamsInScope = (teams: Team[], repos: ScopedRepo[]): Team[] =>
  teams.filter(
    (team) =>
      team.member_ids.length > 0 &&
      (team.repo_paths.length === 0 || repos.some((repo) => team.repo_paths.includes(repo.path))),
  );
