import type { Context } from '../context.ts';
import { addUpDays } from './add-up-days.ts';
import type { Cell } from './cell.ts';
import { createCohortsInMemory } from './cohorts-in-memory.ts';
import { planOfDays } from './day-plan.ts';
import { createDaysInMemory } from './days-in-memory.ts';
import { type Await, createReadings, PATIENCE_MS } from './readings.ts';
import type { ReportQuery } from './report-query.ts';
import { canAddUp } from './series-of-days.ts';
import { planOfView } from './view-plan.ts';
import { addUpView, createViewsInMemory } from './views-in-memory.ts';

/**
 * Reports without a statement: planning one takes the engine longer than adding up takes here. What is not held yet is waited for,
 * as long as a statement would take. Null where the report needs more than what can be held in memory, or that is not there by then.
 */
export function createMemoryReports(
  context: Pick<Context, 'clickHouse' | 'log' | 'now'>,
): (query: ReportQuery) => Promise<Cell[] | null> {
  const readings = createReadings(context);
  const daysInMemory = createDaysInMemory(context, readings);
  const viewsInMemory = createViewsInMemory(context, readings);
  const cohortsInMemory = createCohortsInMemory(context, readings);
  /** Cohorts are read of daily sums. */
  const cohortsOf = ({ aggregation, fromDays, queryScope: { stamp }, params }: ReportQuery, wait: Await) =>
    aggregation === 'ai_cohort' && fromDays
      ? cohortsInMemory.find({ stamp, severalSources: stamp.has_telemetry, params }, wait)
      : null;

  function ofDays(query: ReportQuery, wait: Await): Cell[] | null {
    const plan = query.fromDays ? planOfDays(query.segment) : null;
    if (!plan) return null;
    const asked = { ...query, cohorts: cohortsOf(query, wait) };
    if (!canAddUp(asked, plan)) return null;
    const { entity_id: entityId, score_version: scoreVersion } = query.params;
    const { stamp } = query.queryScope;
    const days = daysInMemory.find({ entityId, scoreVersion, stamp, columns: plan.columns }, wait);
    return days && addUpDays(days, plan, asked);
  }

  function ofView(query: ReportQuery, wait: Await): Cell[] | null {
    const plan = planOfView(query.segment);
    if (!plan) return null;
    const asked = { ...query, cohorts: cohortsOf(query, wait) };
    if (!canAddUp(asked, plan)) return null;
    const rows = viewsInMemory.find(plan, query, wait);
    return rows && addUpView(rows, plan, asked);
  }

  return async (query) => {
    const until = performance.now() + PATIENCE_MS;
    for (let waits = 0; ; waits++) {
      const awaited: Promise<boolean>[] = [];
      const cells =
        ofDays(query, (reading) => awaited.push(reading)) ?? ofView(query, (reading) => awaited.push(reading));
      if (cells || awaited.length === 0 || waits === MOST_WAITS || !(await succeedBefore(awaited, until))) return cells;
    }
  };
}

/** For cohorts, and then for the days that they split. */
const MOST_WAITS = 2;

/** Whether all of them have, by then. */
async function succeedBefore(readings: readonly Promise<boolean>[], until: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(until - performance.now(), 0));
  });
  try {
    return await Promise.race([Promise.all(readings).then((all) => all.every(Boolean)), late]);
  } finally {
    clearTimeout(timer);
  }
}
