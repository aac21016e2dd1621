import { DAY_MS } from '@linescope/contract/days';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { Segment } from '../segments/segment.ts';
import { TEAM_AS_COMMITTER } from '../segments/segment-view.ts';
import type { Shape } from '../segments/series.ts';
import type { DayColumns } from '../store/day-columns.ts';
import { bindTemplate, type SqlTemplate } from '../store/sql.ts';
import { readViewColumns } from '../store/view-columns.ts';
import { addUpDays } from './add-up-days.ts';
import type { Cell } from './cell.ts';
import type { Await, Readings } from './readings.ts';
import type { ReportParams } from './report-query.ts';
import type { DaysAsked } from './series-of-days.ts';
import { statementOfView, type ViewPlan } from './view-plan.ts';

/** Of all entities together, in numbers of eight bytes. */
const MOST_NUMBERS = 8_000_000;
const MOST_ROWS = 1_000_000;
/** Days, repos, committers and series of their own take as much as two columns. */
const KEY_COLUMNS = 2;
/** Rows are read again, where a fact has changed them, so that reading takes at most a fifth of the time. */
const REST = 4;

/** What else than people, days and scope a statement needs is not known before it is asked: a view that does is not held. */
const OF_SCOPE = [
  'entity_id',
  'score_version',
  'every_repo',
  'repo_ids',
  'organization_ids',
  'every_asked',
  'asked_repo_ids',
  'ai_providers',
  'seated',
] as const satisfies (keyof ReportParams)[];
const OF_ALL = [
  'people',
  'merged',
  'merged_into',
  'unassigned_counts',
  'every_team',
  'own_team_ids',
  'from_ms',
  'until_ms',
];
const GIVEN = new Set<string>([...OF_SCOPE, ...OF_ALL]);
/** Whether the rows of the statement follow from the scope alone. */
export const canBeHeld = ({ params }: SqlTemplate): boolean => [...params].every((name) => GIVEN.has(name));
const EVER = { from_ms: 0, until_ms: Date.UTC(2299, 0, 1) };

/** What of a report decides which rows are held for it. */
export interface ViewAsked extends Shape {
  segment: Segment;
  params: Pick<ReportParams, (typeof OF_SCOPE)[number] | 'merged' | 'merged_into'>;
  queryScope: { stamp: { stamp: number }; copies: { committers: { committer_id: number }[] } };
}

interface Held {
  /** Null: too many to be held. */
  rows: DayColumns | null;
}

/**
 * Rows of views that are asked about, of a scope and of all its people and days, for as long as no row is stored for the entity. What is
 * not held yet is read beside the statement that answers meanwhile, unless it ends soon.
 */
export function createViewsInMemory(
  { clickHouse, now }: Pick<Context, 'clickHouse' | 'now'>,
  readings: Readings,
  { mostRows = MOST_ROWS }: { mostRows?: number } = {},
) {
  const held = new LRUCache<string, Held>({
    max: 10_000,
    maxSize: MOST_NUMBERS,
    sizeCalculation: ({ rows }) => 1 + (rows ? rows.rows * (rows.sums.size + KEY_COLUMNS) : 0),
  });
  const restUntil = new LRUCache<string, number>({ max: 10_000 });

  async function read(plan: ViewPlan, statement: SqlTemplate, query: ViewAsked): Promise<DayColumns | null> {
    const { committers } = query.queryScope.copies;
    const everyone = {
      people: committers.map(({ committer_id: id }) => id),
      unassigned_counts: true,
      every_team: true,
      own_team_ids: [],
    };
    const bound = bindTemplate(statement, { ...query.params, ...everyone, ...EVER });
    const columns = plan.columns.map(({ name }) => name);
    return readViewColumns(clickHouse, bound, { columns, hasParts: plan.hasParts }, mostRows);
  }

  return {
    find(plan: ViewPlan, query: ViewAsked, wait?: Await): DayColumns | null {
      const statement = statementOfView(plan, query.segment, query);
      if (!canBeHeld(statement)) return null;
      const what = `${JSON.stringify(OF_SCOPE.map((name) => query.params[name]))} ${statement.text}`;
      const key = `${query.queryScope.stamp.stamp} ${what}`;
      const known = held.get(key);
      if (known) return known.rows;
      if ((restUntil.get(what) ?? 0) > now().getTime()) return null;
      const reading = { what: `rows of ${plan.view.name}`, entityId: query.params.entity_id, again: what };
      const hold = async () => {
        const began = now().getTime();
        held.set(key, { rows: await read(plan, statement, query) });
        const ended = now().getTime();
        restUntil.set(what, ended + Math.min(REST * (ended - began), DAY_MS));
      };
      readings.begin(key, reading, hold, wait);
      return null;
    },
    settled: readings.settled,
  };
}

type AskedOfRows = DaysAsked & {
  params: Pick<ReportParams, 'every_team' | 'own_team_ids' | 'unassigned_counts'>;
};

/** Rows that are held are of the scope already; nobody's, and those of a whole team, count as their view has it. */
export function addUpView(rows: DayColumns, plan: ViewPlan, asked: AskedOfRows): Cell[] | null {
  const { params } = asked;
  const countsOther = (id: number): boolean => {
    if (id > TEAM_AS_COMMITTER) return params.every_team || params.own_team_ids.includes(id - TEAM_AS_COMMITTER);
    return id === 0 && (plan.view.readsUsage ? params.every_team : params.unassigned_counts);
  };
  return addUpDays(rows, plan, { ...asked, countsOther, params: { ...params, every_repo: true } });
}
