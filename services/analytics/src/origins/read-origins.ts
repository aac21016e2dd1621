import { isoTimestamp } from '@linescope/contract/date-time';
import type { DayRangeInput } from '@linescope/contract/day-faults';
import { dayMs } from '@linescope/contract/days';
import { notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { summarizeOrigins } from '../domain/origin-totals.ts';
import { createOwners } from '../lives/life-groups.ts';
import { parseDayRange } from '../query-scope/day-range.ts';
import { peopleParams } from '../query-scope/people-params.ts';
import {
  type QueryScope,
  type QueryScopeInput,
  type ResolveQueryScope,
  repoParams,
} from '../query-scope/resolve-query-scope.ts';
import { bindTemplate } from '../store/sql.ts';
import { DEFECTS, findDefect, ORIGINS, releasesOf, reviewersOf } from './origin-statements.ts';

export interface OriginsInput extends QueryScopeInput, DayRangeInput {
  defect_key?: string | undefined;
}

const foundRow = z.object({ detected: z.coerce.number() });
const defectRow = z.object({
  defect_id: z.coerce.number(),
  defect_key: z.string(),
  detected: z.coerce.number(),
  fix_shas: z.array(z.string()),
  fix_repos: z.array(z.coerce.number()),
});
type Defect = z.output<typeof defectRow>;

const originRow = z.object({
  repo_id: z.coerce.number(),
  fixing_sha: z.string(),
  wrote_sha: z.string(),
  committer: z.coerce.number(),
  fixed_at: z.coerce.number(),
  wrote_at: z.coerce.number(),
  line_records: z.coerce.boolean(),
  tier: z.string(),
  tool: z.string(),
  model: z.string(),
  lines: z.coerce.number(),
  ai_lines: z.coerce.number(),
});
export type OriginRow = z.output<typeof originRow>;

const releaseRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  name: z.string(),
  released: z.coerce.number(),
});
const reviewRow = z.object({ repo_id: z.coerce.number(), sha: z.string(), reviewers: z.array(z.coerce.number()) });

const DAY = 86_400;
const SETTINGS = { max_execution_time: 30, do_not_merge_across_partitions_select_final: 1 };

export type OriginsReader = ReturnType<typeof createOriginsReader>;

/** Defects with the commits that wrote the lines their fixes changed: all that the caller may see, for the route to page. */
export function createOriginsReader(
  { clickHouse, now }: Pick<Context, 'clickHouse' | 'now'>,
  resolveQueryScope: ResolveQueryScope,
) {
  return async (principal: Principal, input: OriginsInput) => {
    const queryScope = await resolveQueryScope(principal, input);
    const { entityId } = queryScope.scope;
    const range = await rangeOf(input, entityId);
    const params = {
      ...repoParams(queryScope),
      ...peopleParams(queryScope.copies.committers, queryScope.people),
      ...range,
    };
    const [all, rows] = await Promise.all([
      clickHouse.query({
        name: 'origin_defects',
        ...bindTemplate(DEFECTS, params),
        row: defectRow,
        settings: SETTINGS,
      }),
      clickHouse.query({
        name: 'defect_origins',
        ...bindTemplate(ORIGINS, params),
        row: originRow,
        settings: SETTINGS,
      }),
    ]);
    const defects = all.filter(({ defect_key: key }) => input.defect_key === undefined || key === input.defect_key);
    if (input.defect_key !== undefined && defects.length === 0) throw noDefect();
    const owners = createOwners(queryScope);
    const counted = rows.filter((row) =>
      owners.counts({ committerId: row.committer, repoId: row.repo_id, bornOn: Math.floor(row.wrote_at / DAY) }),
    );
    const byFix = Map.groupBy(counted, (row) => `${row.repo_id} ${row.fixing_sha}`);
    const originsOf = ({ fix_shas: shas, fix_repos: repos }: Defect): OriginRow[] =>
      [...new Set(shas.map((sha, index) => `${repos[index]} ${sha}`))].flatMap((fix) => byFix.get(fix) ?? []);
    const teamsOf = (row: OriginRow) =>
      owners.teamsOf({ committerId: row.committer, repoId: row.repo_id, bornOn: Math.floor(row.wrote_at / DAY) });
    const withOrigins = defects.map((defect) => ({ ...defect, origins: originsOf(defect) }));
    return {
      defects: withOrigins,
      totals: summarizeOrigins(
        withOrigins,
        teamsOf,
        (id) => queryScope.copies.teams.find(({ team_id: own }) => own === id)?.name,
      ),
      describe: async (page: typeof withOrigins) => {
        const details = await readDetails(
          entityId,
          page.flatMap(({ origins }) => origins),
        );
        return page.map((defect) => describeDefect(defect, queryScope, details));
      },
    };
  };

  /** That of the defect where one is named. */
  async function rangeOf(input: OriginsInput, entityId: number): Promise<{ from_ms: number; until_ms: number }> {
    if (input.defect_key === undefined) {
      const { from, until } = parseDayRange(input, now());
      return { from_ms: dayMs(from), until_ms: dayMs(until) };
    }
    const [found] = await clickHouse.query({
      name: 'find_defect',
      ...findDefect(entityId, input.defect_key),
      row: foundRow,
    });
    if (!found) throw noDefect();
    return { from_ms: found.detected, until_ms: found.detected + 1 };
  }

  async function readDetails(entityId: number, origins: readonly OriginRow[]) {
    const commits = new Map(
      origins.map((row) => [keyOf(row.repo_id, row.wrote_sha), { repoId: row.repo_id, sha: row.wrote_sha }]),
    );
    if (commits.size === 0) return { releases: new Map(), reviewers: new Map() };
    const wanted = [...commits.values()];
    const [releases, reviewers] = await Promise.all([
      clickHouse.query({
        name: 'origin_releases',
        ...releasesOf(entityId, wanted),
        row: releaseRow,
        settings: SETTINGS,
      }),
      clickHouse.query({
        name: 'origin_reviewers',
        ...reviewersOf(entityId, wanted),
        row: reviewRow,
        settings: SETTINGS,
      }),
    ]);
    return {
      releases: new Map(releases.map((row) => [keyOf(row.repo_id, row.sha), row])),
      reviewers: new Map(reviewers.map((row) => [keyOf(row.repo_id, row.sha), row.reviewers])),
    };
  }
}

const noDefect = () => notFound('defect_key names no defect.', 'defect_key');
const keyOf = (repoId: number, sha: string): string => `${repoId} ${sha}`;

interface Details {
  releases: ReadonlyMap<string, z.output<typeof releaseRow>>;
  reviewers: ReadonlyMap<string, number[]>;
}

function describeDefect(
  { defect_key: key, detected, fix_shas: shas, fix_repos: repos, origins }: Defect & { origins: OriginRow[] },
  { scope, copies, people: visible }: QueryScope,
  { releases, reviewers }: Details,
) {
  const pathOf = (repoId: number): string =>
    scope.repos.find(({ id }) => id === repoId)?.path ??
    copies.repos.find(({ repo_id: id }) => id === repoId)?.path ??
    '';
  const people = new Map(copies.committers.map((person) => [person.committer_id, person]));
  const nameOf = (id: number): string => {
    const own = people.get(id);
    const person = own && (people.get(own.primary_id) ?? own);
    return person?.user_name || person?.full_name || '';
  };
  const isVisible = (id: number): boolean =>
    visible.every || visible.committerIds.includes(people.get(id)?.primary_id ?? id);
  const commits = Map.groupBy(origins, (row) => `${row.fixing_sha} ${keyOf(row.repo_id, row.wrote_sha)}`);
  const described = [...commits.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const place = keyOf(first.repo_id, first.wrote_sha);
    const release = releases.get(place);
    const shown = (reviewers.get(place) ?? []).filter(isVisible);
    const reviewed = new Set(shown.map(nameOf).filter((name) => name !== ''));
    return [
      {
        repo_path: pathOf(first.repo_id),
        sha: first.wrote_sha,
        fix_sha: first.fixing_sha,
        user_name: nameOf(first.committer),
        authored_at: isoTimestamp(new Date(first.wrote_at * 1000)),
        age_days: Math.max(Math.floor((first.fixed_at - first.wrote_at) / DAY), 0),
        line_count: rows.reduce((sum, row) => sum + row.lines, 0),
        ai_line_count: rows.reduce((sum, row) => sum + row.ai_lines, 0),
        has_line_records: first.line_records,
        evidence: rows.map((row) => ({
          evidence_tier_em: row.tier,
          ai_tool: row.tool === '' ? null : row.tool,
          ai_model: row.model === '' ? null : row.model,
          line_count: row.lines,
        })),
        release: release ? { name: release.name, released_at: isoTimestamp(new Date(release.released)) } : null,
        reviewers: [...reviewed].toSorted(),
      },
    ];
  });
  return {
    defect_key: key,
    detected_at: isoTimestamp(new Date(detected)),
    fixes: [...new Set(shas.map((sha, index) => keyOf(repos[index] ?? 0, sha)))].map((fix) => {
      const [repoId = '0', sha = ''] = fix.split(' ');
      return { repo_path: pathOf(Number(repoId)), sha };
    }),
    line_count: described.reduce((sum, origin) => sum + origin.line_count, 0),
    ai_line_count: described.reduce((sum, origin) => sum + origin.ai_line_count, 0),
    origins: described.toSorted((one, other) => other.line_count - one.line_count || (one.sha < other.sha ? -1 : 1)),
  };
}
