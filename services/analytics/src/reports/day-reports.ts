import type { Context } from '../context.ts';
import { addUpDays } from './add-up-days.ts';
import type { Cell } from './cell.ts';
import { createCohortsInMemory } from './cohorts-in-memory.ts';
import { planOfDays } from './day-plan.ts';
import { createDaysInMemory } from './days-in-memory.ts';
import type { ReportQuery } from './report-query.ts';
import { canAddUp } from './series-of-days.ts';

/**
 * Reports of daily sums without a statement: planning one takes the engine longer than adding them up takes here. Null where the
 * report needs more than daily sums, or they are not in memory yet.
 */
export function createDayReports(context: Pick<Context, 'clickHouse'>): (query: ReportQuery) => Cell[] | null {
  const daysInMemory = createDaysInMemory(context);
  const cohortsInMemory = createCohortsInMemory(context);
  const cohortsOf = ({ queryScope, params }: ReportQuery) =>
    cohortsInMemory.find({ stamp: queryScope.stamp, severalSources: queryScope.stamp.has_telemetry, params });
  return (query) => {
    const plan = query.fromDays ? planOfDays(query.segment) : null;
    if (!plan) return null;
    const asked = { ...query, cohorts: query.aggregation === 'ai_cohort' ? cohortsOf(query) : null };
    if (!canAddUp(asked, plan)) return null;
    const { entity_id: entityId, score_version: scoreVersion } = query.params;
    const days = daysInMemory.find({ entityId, scoreVersion, stamp: query.queryScope.stamp, columns: plan.columns });
    return days && addUpDays(days, plan, asked);
  };
}
