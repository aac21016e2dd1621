import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { withDefinitions } from '../segments/compile.ts';
import { sharedView, sharedViewsOf } from '../segments/shared-views.ts';
import { bindTemplate, template } from '../store/sql.ts';
import type { Await, Readings } from './readings.ts';
import type { ReportParams } from './report-query.ts';

/** The cohort of each person in each week with AI, by `cohortKey`. */
export type Cohorts = ReadonlyMap<string, string>;

/** Of a person and the Monday of a week, counted from 1970. */
export const cohortKey = (person: number, week: number): string => `${person} ${week}`;

const cohortRow = z.object({ cohort_user: z.coerce.number(), week: z.number(), cohort: z.string() });

const STATEMENTS = {
  one: statementOf('all_cohorts_of_days'),
  several: statementOf('all_cohorts_of_days_of_sources'),
};

function statementOf(name: 'all_cohorts_of_days' | 'all_cohorts_of_days_of_sources') {
  const cohorts = sharedView(name);
  return template`${withDefinitions(sharedViewsOf(cohorts), '\n')}SELECT cohort_user, toInt32(week) AS week, cohort FROM ${cohorts}`;
}

export interface CohortsWanted {
  /** Of all rows of the entity. */
  stamp: { stamp: number; rolled_at: number | null };
  severalSources: boolean;
  params: Pick<ReportParams, 'entity_id' | 'merged' | 'merged_into'>;
}

/** In how many weeks people may have been of a cohort, of all entities together. */
const MOST_WEEKS = 1_000_000;

/** Cohorts of all weeks, for as long as no row is stored for the entity; read beside the statement that answers meanwhile. */
export function createCohortsInMemory({ clickHouse }: Pick<Context, 'clickHouse'>, readings: Readings) {
  const held = new LRUCache<string, Cohorts>({
    max: 1_000,
    maxSize: MOST_WEEKS,
    sizeCalculation: (cohorts) => cohorts.size + 1,
  });
  return {
    find({ stamp, severalSources, params }: CohortsWanted, wait?: Await): Cohorts | null {
      const key = ['cohorts', params.entity_id, stamp.stamp, stamp.rolled_at].join(' ');
      const known = held.get(key);
      if (known) return known;
      const entityId = params.entity_id;
      const reading = { what: 'cohorts', entityId, again: `cohorts ${entityId}` };
      const read = async () => {
        const statement = bindTemplate(STATEMENTS[severalSources ? 'several' : 'one'], params);
        const settings = {
          do_not_merge_across_partitions_select_final: 1,
          enable_extended_results_for_datetime_functions: 1,
        };
        const rows = await clickHouse.query({ name: 'cohorts', ...statement, row: cohortRow, settings });
        held.set(key, new Map(rows.map((row) => [cohortKey(row.cohort_user, row.week), row.cohort])));
      };
      readings.begin(key, reading, read, wait);
      return null;
    },
    settled: readings.settled,
  };
}

export type CohortsInMemory = ReturnType<typeof createCohortsInMemory>;
