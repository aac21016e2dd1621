import { addDays, dayMs, dayNumber, dayOf } from '@linescope/contract/days';
import { invalidParameter } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { z } from 'zod';
import type { Context } from '../context.ts';
import {
  busFactor,
  createNames,
  endedByFile,
  filesOf,
  keyOfFile,
  leftWithout,
  type OwnedFile,
  ownersOf,
} from '../domain/ownership.ts';
import { peopleParams } from '../query-scope/people-params.ts';
import {
  type QueryScope,
  type QueryScopeInput,
  type ResolveQueryScope,
  repoParams,
} from '../query-scope/resolve-query-scope.ts';
import { findVisiblePeople } from '../query-scope/visible-people.ts';
import { areLivesCurrent } from '../store/life-derivations.ts';
import { bindTemplate } from '../store/sql.ts';
import { LAST_COMMITS, LIVING_LINES, RENAMES } from './life-statements.ts';

export interface OwnershipInput extends QueryScopeInput {
  as_of?: string | undefined;
  path_prefix: string;
  present_days: number;
  without_user_name?: string[] | undefined;
}

const livingRow = z.object({
  repo_id: z.coerce.number(),
  file: z.string(),
  committer: z.coerce.number(),
  since: z.coerce.number(),
  lines: z.coerce.number(),
  ai_lines: z.coerce.number(),
  recorded_lines: z.coerce.number(),
  ended_lines: z.coerce.number(),
});
const renameRow = z.object({ repo_id: z.coerce.number(), path_before: z.string(), path: z.string(), day: z.number() });
const commitRow = z.object({ committer: z.coerce.number(), last_day: z.number() });

const SETTINGS = {
  max_execution_time: 30,
  max_memory_usage: 1_000_000_000,
  do_not_merge_across_partitions_select_final: 1,
};

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);

/** Who wrote the lines that live on a day, by person and by file, and what would be left without some of them. */
export function createOwnershipReader(
  context: Pick<Context, 'clickHouse' | 'postgres' | 'developersTeams' | 'now'>,
  resolveQueryScope: ResolveQueryScope,
) {
  const { clickHouse, postgres } = context;
  return async (principal: Principal, input: OwnershipInput) => {
    const today = dayOf(context.now());
    const asOf = input.as_of ?? today;
    if (asOf > today) throw invalidParameter('as_of', 'as_of must not be in the future.');
    const queryScope = await resolveQueryScope(principal, input);
    const { entityId } = queryScope.scope;
    const named = input.without_user_name ?? [];
    const leave = { committer_user_name: named };
    const leaving =
      named.length === 0
        ? new Set<number>()
        : new Set((await findVisiblePeople(context, principal, entityId, leave, 'without_user_name')).committerIds);
    const params = {
      ...repoParams(queryScope),
      ...peopleParams(queryScope.copies.committers, queryScope.people),
      from_ms: 0,
      until_ms: dayMs(addDays(asOf, 1)),
    };
    const [living, renames, commits, isCurrent] = await Promise.all([
      clickHouse.query({
        name: 'living_lines',
        ...bindTemplate(LIVING_LINES, params),
        row: livingRow,
        settings: SETTINGS,
      }),
      clickHouse.query({ name: 'renames', ...bindTemplate(RENAMES, params), row: renameRow, settings: SETTINGS }),
      clickHouse.query({ name: 'last_commits', ...bindTemplate(LAST_COMMITS, params), row: commitRow }),
      areLivesCurrent(postgres, entityId),
    ]);
    const nameOf = createNames(
      renames.map((row) => ({ repoId: row.repo_id, from: row.path_before, to: row.path, day: row.day })),
    );
    const known = living
      .map((row) => ({
        repoId: row.repo_id,
        path: row.since === 0 ? row.file : nameOf(row.repo_id, row.file, row.since),
        committer: row.committer,
        lines: row.lines,
        aiLines: row.ai_lines,
        recorded: row.recorded_lines,
        ended: row.ended_lines,
      }))
      .filter(({ path }) => path.startsWith(input.path_prefix));
    const ended = endedByFile(known);
    const rows = known.filter(({ lines }) => lines > 0);
    const files = filesOf(rows);
    const owners = ownersOf(rows, files);
    const total = owners.reduce((sum, { lines }) => sum + lines, 0);
    const presentSince = dayNumber(asOf) - input.present_days;
    const lastDays = new Map(commits.map((row) => [row.committer, row.last_day]));
    const isPresent = (committer: number): boolean => (lastDays.get(committer) ?? -1) > presentSince;
    const absent = owners.filter(({ committer }) => !isPresent(committer));
    const left = leftWithout(files, leaving);
    const factor = busFactor(files, owners);
    const person = namesOf(queryScope);
    return {
      isCurrent,
      files,
      fields: {
        as_of: asOf,
        is_current: isCurrent,
        line_count: total,
        file_count: files.length,
        bus_factor_lines: factor.lines,
        bus_factor_files: factor.files,
        not_present_percent: percent(
          absent.reduce((sum, { lines }) => sum + lines, 0),
          total,
        ),
        ai_percent: percent(
          owners.reduce((sum, { aiLines }) => sum + aiLines, 0),
          total,
        ),
        coverage_percent: percent(
          rows.reduce((sum, { recorded }) => sum + recorded, 0),
          total,
        ),
        without: {
          user_names: [...leaving].map((id) => person(id).user_name),
          left_line_count: left.lines,
          left_line_percent: percent(left.lines, total),
          left_file_count: left.files,
          left_file_percent: percent(left.files, files.length),
        },
        people: owners.map(({ committer, lines, aiLines, files: own, mainFiles }) => ({
          ...person(committer),
          line_count: lines,
          line_percent: percent(lines, total),
          ai_line_count: aiLines,
          file_count: own,
          main_file_count: mainFiles,
          is_present: isPresent(committer),
        })),
      },
      describeFile: (file: OwnedFile) => {
        const [main] = [...file.owners].sort(([one, a], [other, b]) => b - a || one - other);
        return {
          repo_path: queryScope.scope.repos.find(({ id }) => id === file.repoId)?.path ?? '',
          path: file.path,
          line_count: file.lines,
          ai_line_count: file.aiLines,
          ended_line_count: ended.get(keyOfFile(file)) ?? 0,
          person_count: file.owners.size,
          main_user_name: main ? person(main[0]).user_name : '',
          main_line_count: main?.[1] ?? 0,
        };
      },
    };
  };
}

function namesOf({ copies }: QueryScope) {
  const people = new Map(copies.committers.map((committer) => [committer.committer_id, committer]));
  return (id: number): { user_name: string; full_name: string } => {
    const person = people.get(id);
    return {
      user_name: person?.user_name || person?.full_name || `Committer ${id}`,
      full_name: person?.full_name ?? '',
    };
  };
}
