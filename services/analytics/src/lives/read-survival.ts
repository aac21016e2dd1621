import { DAY_MS, dayMs, dayNumber, dayOf } from '@linescope/contract/days';
import type { Principal } from '@linescope/contract/principal';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { type Comparison, compareAll, compareTwo, type DescribedTest } from '../domain/survival/compare-groups.ts';
import { type DescribedGroup, describeGroup } from '../domain/survival/describe-group.ts';
import { type LifeEntries, LifeEntriesBuilder, placesWhere } from '../domain/survival/life-entries.ts';
import { type DayRangeInput, parseDayRange } from '../query-scope/day-range.ts';
import { peopleParams } from '../query-scope/people-params.ts';
import {
  type QueryScope,
  type QueryScopeInput,
  type ResolveQueryScope,
  repoParams,
} from '../query-scope/resolve-query-scope.ts';
import { areLivesCurrent } from '../store/life-derivations.ts';
import { bindTemplate } from '../store/sql.ts';
import {
  AI,
  createOwners,
  groupsOf,
  HAND_WRITTEN,
  type LifeGrouping,
  nameOfGroup,
  UNMARKED,
  wordOf,
} from './life-groups.ts';
import { CommitNumbers, type LifeRow, readLifeRows } from './life-rows.ts';
import { LAST_DAYS, livesStatement, PEOPLE_WITH_USAGE } from './life-statements.ts';

export interface SurvivalInput extends QueryScopeInput, DayRangeInput {
  group_by: LifeGrouping;
  max_age_days: number;
}

/** More groups than that are told in one, so that a test between them means something. */
const MOST_GROUPS = 20;
const OTHERS = 'others';
const EARLIEST = '1970-01-01';

const SETTINGS = {
  max_execution_time: 30,
  max_memory_usage: 1_000_000_000,
  do_not_merge_across_partitions_select_final: 1,
};

const lastDayRow = z.object({ repo_id: z.number(), day: z.number() });
const personRow = z.object({ committer_id: z.number() });

/** The range of births as asked, and all of them unless asked. */
export function birthRange(input: DayRangeInput, now: Date) {
  const isOpen = input.days_ago === undefined && input.start_date === undefined;
  return parseDayRange(isOpen ? { ...input, start_date: EARLIEST } : input, now);
}

export interface Survival {
  isCurrent: boolean;
  coverage: { lines_with_records: number | null; people_with_telemetry: number | null };
  groups: ({ group: string; name: string } & DescribedGroup)[];
  logRank: DescribedTest | null;
  comparisons: ({ group: string; against: string } & Comparison)[];
}

export function createSurvivalReader(
  context: Pick<Context, 'clickHouse' | 'postgres' | 'now'>,
  resolveQueryScope: ResolveQueryScope,
) {
  return async (principal: Principal, input: SurvivalInput): Promise<Survival> => {
    const range = birthRange(input, context.now());
    const queryScope = await resolveQueryScope(principal, input);
    const params = {
      ...repoParams(queryScope),
      ...peopleParams(queryScope.copies.committers, queryScope.people),
      from_ms: dayMs(range.from),
      until_ms: dayMs(range.until),
    };
    const { clickHouse, postgres } = context;
    const [bytes, lastDays, users, isCurrent] = await Promise.all([
      clickHouse.queryBinary({
        name: 'line_lives',
        ...bindTemplate(livesStatement(wordOf(input.group_by)), params),
        settings: SETTINGS,
      }),
      clickHouse.query({ name: 'last_days', ...bindTemplate(LAST_DAYS, params), row: lastDayRow }),
      clickHouse.query({ name: 'people_with_usage', ...bindTemplate(PEOPLE_WITH_USAGE, params), row: personRow }),
      areLivesCurrent(postgres, queryScope.scope.entityId),
    ]);
    const today = dayNumber(dayOf(context.now()));
    const lastSeen = new Map(lastDays.map(({ repo_id: id, day }) => [id, Math.min(day, today)]));
    const collected = collect(bytes, lastSeen, input.group_by, queryScope);
    return { isCurrent, ...describe(collected, users, input, queryScope) };
  };
}

interface Collected {
  entries: LifeEntries;
  /** Keys by number, those with most lines first. */
  groups: string[];
  people: Set<number>;
  personOf(committerId: number): number;
  lines: number;
  linesWithRecords: number;
}

/** A row's stratum: lines are like one another if their repo, file category, commit size and month are the same. */
const SIZES = [10, 50, 200, 1_000];
const sizeClass = (lines: number): number => SIZES.findIndex((most) => lines <= most);

/** Numbers the strata of rows; a path's rows come together, and most are like the row before. */
function createStrata(): (row: LifeRow, commitLines: number) => number {
  const monthOf = createMonths();
  const strata = new Map<string, Map<number, number>>();
  let size = 0;
  return ({ repoId, bornOn, category }, commitLines) => {
    const ofCategory = strata.get(category) ?? new Map<number, number>();
    if (ofCategory.size === 0) strata.set(category, ofCategory);
    // Six digits of year and month, one of size, the rest the repo.
    const key = (repoId * 1_000_000 + monthOf(bornOn)) * 10 + sizeClass(commitLines) + 1;
    const known = ofCategory.get(key);
    if (known !== undefined) return known;
    ofCategory.set(key, size);
    return size++;
  };
}

/** Months of days, both counted from 1970; each day is looked up once. */
function createMonths(): (day: number) => number {
  const known: number[] = [];
  return (day) => {
    known[day] ??= Number(
      dayOf(new Date(day * DAY_MS))
        .slice(0, 7)
        .replace('-', ''),
    );
    return known[day];
  };
}

function collect(
  bytes: Buffer,
  lastSeen: ReadonlyMap<number, number>,
  grouping: LifeGrouping,
  queryScope: QueryScope,
): Collected {
  const owners = createOwners(queryScope);
  const keysOf = groupsOf(grouping, owners);
  const commits = new CommitNumbers();
  const sizes: number[] = [];
  const groups = new Map<string, { number: number; lines: number }>();
  const people = new Set<number>();
  let [lines, linesWithRecords] = [0, 0];
  readLifeRows(bytes, (row) => {
    if (!owners.counts(row)) return;
    const commit = commits.numberOf(row.commitLow, row.commitHigh);
    sizes[commit] = (sizes[commit] ?? 0) + row.lines;
    lines += row.lines;
    if (row.hasRecords) linesWithRecords += row.lines;
    people.add(owners.personOf(row.committerId));
    for (const key of keysOf(row)) {
      const known = groups.get(key);
      if (known) known.lines += row.lines;
      else groups.set(key, { number: groups.size, lines: row.lines });
    }
  });
  const ranked = [...groups]
    .sort(([one, a], [other, b]) => b.lines - a.lines || (one < other ? -1 : 1))
    .map(([key]) => key);
  const shown = ranked.length > MOST_GROUPS ? [...ranked.slice(0, MOST_GROUPS - 1), OTHERS] : ranked;
  const numbers = new Map(ranked.map((key, rank) => [key, Math.min(rank, shown.length - 1)]));
  const builder = new LifeEntriesBuilder();
  // Only AI lines are compared like with like.
  const isCompared = groups.has(AI);
  const stratumOf = createStrata();
  readLifeRows(bytes, (row, ends) => {
    if (!owners.counts(row)) return;
    const commit = commits.numberOf(row.commitLow, row.commitHigh);
    const stratum = isCompared ? stratumOf(row, sizes[commit] ?? 0) : 0;
    const seen = Math.max((lastSeen.get(row.repoId) ?? row.bornOn) - row.bornOn, 0);
    for (const key of keysOf(row)) {
      const group = numbers.get(key) ?? 0;
      let left = row.lines;
      for (let index = 0; index < row.ends; index++) {
        const ended = ends.lines(index);
        left -= ended;
        builder.add(commit, group, stratum, Math.max(ends.day(index) - row.bornOn, 0), ended, 0);
      }
      if (left > 0) builder.add(commit, group, stratum, seen, 0, left);
    }
  });
  return { entries: builder.done(), groups: shown, people, personOf: owners.personOf, lines, linesWithRecords };
}

function describe(
  { entries, groups, people, personOf, lines, linesWithRecords }: Collected,
  users: readonly { committer_id: number }[],
  { group_by: grouping, max_age_days: maxAge }: SurvivalInput,
  queryScope: QueryScope,
): Omit<Survival, 'isCurrent'> {
  const nameOf = nameOfGroup(grouping, queryScope);
  const withUsage = new Set(users.map(({ committer_id: id }) => personOf(id)).filter((id) => people.has(id)));
  const percent = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole);
  const ai = groups.indexOf(AI);
  const references = ai < 0 ? [] : [UNMARKED, HAND_WRITTEN].filter((key) => groups.includes(key));
  return {
    coverage: {
      lines_with_records: percent(linesWithRecords, lines),
      people_with_telemetry: percent(withUsage.size, people.size),
    },
    groups: groups.map((key, number) => ({
      group: key,
      name: key === OTHERS ? 'Others' : nameOf(key),
      ...describeGroup(
        entries,
        placesWhere(entries.size, (place) => entries.group[place] === number),
        maxAge,
      ),
    })),
    logRank: compareAll(entries, groups.length),
    comparisons: references.map((against) => ({
      group: AI,
      against,
      ...compareTwo(entries, ai, groups.indexOf(against), maxAge),
    })),
  };
}
