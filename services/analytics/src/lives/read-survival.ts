import type { DayRangeInput } from '@linescope/contract/day-faults';
import { dayMs, dayNumber, dayOf } from '@linescope/contract/days';
import type { Principal } from '@linescope/contract/principal';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { type Comparison, compareAll, compareTwo, type DescribedTest } from '../domain/survival/compare-groups.ts';
import { type DescribedGroup, describeCurves, describeGroups } from '../domain/survival/describe-group.ts';
import { parseDayRange } from '../query-scope/day-range.ts';
import { peopleParams } from '../query-scope/people-params.ts';
import {
  type QueryScope,
  type QueryScopeInput,
  type ResolveQueryScope,
  repoParams,
} from '../query-scope/resolve-query-scope.ts';
import { areLivesCurrent } from '../store/life-derivations.ts';
import { bindTemplate } from '../store/sql.ts';
import { type Collected, collectLives, OTHERS } from './collect-lives.ts';
import { AI, HAND_WRITTEN, type LifeGrouping, nameOfGroup, UNMARKED } from './life-groups.ts';
import { LAST_DAYS, PEOPLE_WITH_USAGE } from './life-statements.ts';
import { createLivesInMemory } from './lives-in-memory.ts';

export interface SurvivalInput extends QueryScopeInput, DayRangeInput {
  group_by: LifeGrouping;
  max_age_days: number;
}

const EARLIEST = '1970-01-01';

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
  readLives = createLivesInMemory(context),
) {
  const { clickHouse, postgres } = context;
  return async (principal: Principal, input: SurvivalInput): Promise<Survival> => {
    const range = birthRange(input, context.now());
    const queryScope = await resolveQueryScope(principal, input);
    const params = {
      ...repoParams(queryScope),
      ...peopleParams(queryScope.copies.committers, queryScope.people),
      from_ms: dayMs(range.from),
      until_ms: dayMs(range.until),
    };
    const everyone = queryScope.copies.committers.map(({ committer_id: id }) => id);
    const [columns, lastDays, users, isCurrent] = await Promise.all([
      readLives({ stamp: queryScope.stamp.stamp, params, everyone }),
      clickHouse.query({ name: 'last_days', ...bindTemplate(LAST_DAYS, params), row: lastDayRow }),
      clickHouse.query({ name: 'people_with_usage', ...bindTemplate(PEOPLE_WITH_USAGE, params), row: personRow }),
      areLivesCurrent(postgres, queryScope.scope.entityId),
    ]);
    const today = dayNumber(dayOf(context.now()));
    const lastSeen = new Map(lastDays.map(({ repo_id: id, day }) => [id, Math.min(day, today)]));
    const born = { from: dayNumber(range.from), until: dayNumber(range.until) };
    const asked = { grouping: input.group_by, people: params.people, ...born, lastSeen };
    const collected = collectLives(columns, asked, queryScope);
    return { isCurrent, ...describe(collected, users, input, queryScope) };
  };
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
  const described = describeCurves(entries, groups.length, maxAge);
  const logRank = compareAll(entries, groups.length);
  const ofAll = groups.length === 2 ? logRank : undefined;
  const compare = (against: string) => {
    const compared = { group: ai, against: groups.indexOf(against), maxAge, ofAll };
    return { group: AI, against, ...compareTwo(entries, described, compared) };
  };
  return {
    coverage: {
      lines_with_records: percent(linesWithRecords, lines),
      people_with_telemetry: percent(withUsage.size, people.size),
    },
    groups: describeGroups(described, maxAge).map((group, number) => {
      const key = groups[number] ?? '';
      return { group: key, name: key === OTHERS ? 'Others' : nameOf(key), ...group };
    }),
    logRank,
    comparisons: references.map(compare),
  };
}
