import { count, sum } from '../segments/measure.ts';
import type { Segment } from '../segments/segment.ts';
import { aiUsage } from '../segments/views/ai-views.ts';
import { commits } from '../segments/views/commit-views.ts';
import type { Cell } from './cell.ts';
import type { ReportQuery } from './report-query.ts';
import type { RunReport } from './run-report.ts';
import { roundTo } from './shape-series.ts';

/** Of how much it is known at all whether AI wrote it: what stands beside every AI figure. */
export interface Coverage {
  /** Lines of commits with records of their lines ÷ changed lines. */
  line_records_percent: number | null;
  /** People with reported AI usage ÷ active committers. */
  telemetry_people_percent: number | null;
  /** Whether evidence of lines follows from all that is stored: right after an import it is still derived. */
  is_current: boolean;
}

const shared = { title: '', description: '', unit: '', precision: 0 } as const;

const WORK: Segment = {
  ...shared,
  segment: 'coverage_work',
  measures: {
    recorded: sum(commits, 'recorded_lines'),
    lines: sum(commits, 'lines'),
    commits: sum(commits, 'commits'),
  },
  y: { Recorded: 'recorded', Changed: 'lines', Commits: 'commits' },
};
const USAGES: Segment = {
  ...shared,
  segment: 'coverage_usages',
  measures: { usages: count(aiUsage, 'is_use') },
  y: 'usages',
};

/** For the whole scope and range of a report, whatever it is split by. Null where there is nothing to know of. */
export async function readCoverage(runReport: RunReport, query: ReportQuery): Promise<Coverage> {
  const [work, usages] = await Promise.all([
    runReport({ ...query, segment: WORK, aggregation: 'committer' }),
    runReport({ ...query, segment: USAGES, aggregation: 'committer' }),
  ]);
  const total = (at: number): number => work.reduce((all, { values }) => all + (values[at] ?? 0), 0);
  const committers = peopleWith(work, 2);
  const users = peopleWith(usages, 0);
  return {
    line_records_percent: share(total(0), total(1)),
    telemetry_people_percent: share([...committers].filter((person) => users.has(person)).length, committers.size),
    is_current: query.queryScope.stamp.is_evidence_current,
  };
}

/** Those of whom the value at this place is more than nothing. */
const peopleWith = (cells: readonly Cell[], at: number): Set<string> =>
  new Set(cells.filter(({ values }) => (values[at] ?? 0) > 0).map(({ series }) => series));

const share = (part: number, whole: number): number | null => (whole === 0 ? null : roundTo((100 * part) / whole, 1));
