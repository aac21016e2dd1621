import type { Context } from '../context.ts';
import { addUpDays } from './add-up-days.ts';
import type { Cell } from './cell.ts';
import { createCohortsInMemory } from './cohorts-in-memory.ts';
import { planOfDays } from './day-plan.ts';
import { createDaysInMemory } from './days-in-memory.ts';
import { createReadings } from './readings.ts';
import type { ReportQuery } from './report-query.ts';
import { canAddUp } from './series-of-days.ts';
import { planOfView } from './view-plan.ts';
import { addUpView, createViewsInMemory } from './views-in-memory.ts';

/**
 * Reports without a statement: planning one takes the engine longer than adding up takes here. Null where the report needs more than
 * what can be held in memory, or that is not there yet.
 */
export function createMemoryReports(
  context: Pick<Context, 'clickHouse' | 'log' | 'now'>,
): (query: ReportQuery) => Cell[] | null {
  const readings = createReadings(context);
  const daysInMemory = createDaysInMemory(context, readings);
  const viewsInMemory = createViewsInMemory(context, readings);
  const cohortsInMemory = createCohortsInMemory(context, readings);
  /** Cohorts are read of daily sums. */
  const cohortsOf = ({ aggregation, fromDays, queryScope: { stamp }, params }: ReportQuery) =>
    aggregation === 'ai_cohort' && fromDays
      ? cohortsInMemory.find({ stamp, severalSources: stamp.has_telemetry, params })
      : null;

  function ofDays(query: ReportQuery): Cell[] | null {
    const plan = query.fromDays ? planOfDays(query.segment) : null;
    if (!plan) return null;
    const asked = { ...query, cohorts: cohortsOf(query) };
    if (!canAddUp(asked, plan)) return null;
    const { entity_id: entityId, score_version: scoreVersion } = query.params;
    const days = daysInMemory.find({ entityId, scoreVersion, stamp: query.queryScope.stamp, columns: plan.columns });
    return days && addUpDays(days, plan, asked);
  }

  function ofView(query: ReportQuery): Cell[] | null {
    const plan = planOfView(query.segment);
    if (!plan) return null;
    const asked = { ...query, cohorts: cohortsOf(query) };
    if (!canAddUp(asked, plan)) return null;
    const rows = viewsInMemory.find(plan, query);
    return rows && addUpView(rows, plan, asked);
  }

  return (query) => ofDays(query) ?? ofView(query);
}
