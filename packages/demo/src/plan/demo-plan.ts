/** What a customer would give the service through its API, with the API's own parameter names, in the order to post it. */

import type { Mark } from '../output/fast-import.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Random } from '../text/random.ts';
import { day, iso, isoDay, isWeekend, startOfDay } from './calendar.ts';
import { organizationLogin, type Person, teams } from './people.ts';

export type FinishedRepo = { sim: Simulation; shaOf: (mark: Mark) => string };

export function demoPlan(random: Random, people: readonly Person[], repos: readonly FinishedRepo[], now: number) {
  const pathOf = ({ sim }: FinishedRepo) => `${organizationLogin}/${sim.blueprint.name}`;
  return {
    organization: organizationLogin,
    made_at: iso(now),
    repo_paths: repos.map(pathOf),
    tracker: {
      boards: teams.map((team) => ({ team: team.name, project_board_id: team.boardId, project: team.project })),
    },
    teams: teams.map((team) => {
      const members = people.filter((person) => person.team === team.slug);
      return {
        name: team.name,
        developer_members: members.map((person) => person.login),
        project_board_id: team.boardId,
        repo_paths: [`${organizationLogin}/${team.repo}`],
      };
    }),
    critical_defects: repos
      .flatMap((repo) =>
        repo.sim.defects.map((defect) => ({
          repo_path: pathOf(repo),
          defect_key: defect.key,
          detected_at: iso(defect.detectedAt),
          description: defect.description,
          severity: defect.severity,
          category: defect.category,
          fixes: fixesOf(random, repo, defect, now),
        })),
      )
      .sort((a, b) => a.detected_at.localeCompare(b.detected_at)),
    releases: repos
      .flatMap((repo) =>
        repo.sim.releases.map((release) => ({
          repo_path: pathOf(repo),
          name: release.name,
          released_at: iso(release.at),
          release_sha: repo.shaOf(release.mark),
          deployed_by_user_name: release.by.login,
          defect_keys: release.defects,
          issue_keys_resolved: release.issues,
        })),
      )
      .sort((a, b) => a.released_at.localeCompare(b.released_at)),
    time_off: people.flatMap((person) =>
      person.leave.map((span) => ({
        committer_user_name: person.login,
        start_date: isoDay(span.start),
        end_date: isoDay(span.end),
      })),
    ),
    ai_usages: customUsage(random, people, now),
  };
}

/** The fix that was merged; and for some a second release that was needed to be rid of it. */
function fixesOf(random: Random, repo: FinishedRepo, defect: Simulation['defects'][number], now: number) {
  if (!defect.fix || defect.fix.releasedAt === null) return [];
  const { mark, mergedAt, releasedAt } = defect.fix;
  const again = releasedAt + random.between(1, 4) * day;
  const first = { fix_released_sha: repo.shaOf(mark), fix_released_at: iso(releasedAt), fix_pushed_at: iso(mergedAt) };
  return random.chance(0.2) && again < now ? [first, { fix_released_at: iso(again) }] : [first];
}

/** A model of the house's own, whose use only the customer knows: a few people, and one team as a whole. */
function customUsage(random: Random, people: readonly Person[], now: number) {
  const users = people.filter((person) => person.team === 'platform').slice(0, 3);
  const rows: Record<string, unknown>[] = [];
  for (let at = startOfDay(now) - 90 * day; at < startOfDay(now); at += day) {
    if (isWeekend(at)) continue;
    for (const person of users) {
      if (!random.chance(0.5)) continue;
      const accepted = random.whole(1, 6);
      rows.push({
        date: isoDay(at),
        llm_model_name: 'aurora-coder-7b',
        committer_user_name: person.login,
        ...counts(random, accepted),
      });
    }
    if (random.chance(0.2))
      rows.push({
        date: isoDay(at),
        llm_model_name: 'aurora-coder-7b',
        team_slug: 'data',
        ...counts(random, random.whole(4, 15)),
      });
  }
  return rows;
}

function counts(random: Random, accepted: number) {
  return {
    lines_added: accepted * random.whole(6, 14),
    lines_deleted: accepted * random.whole(1, 5),
    prompted_suggest_count: accepted + random.whole(0, 4),
    prompted_accept_count: accepted,
    tab_suggest_count: accepted * 3,
    tab_accept_count: accepted,
    cents_cost: accepted * 2,
  };
}
