import { count, sum } from '../segments/measure.ts';
import type { Segment } from '../segments/segment.ts';
import { aiUsage } from '../segments/views/ai-views.ts';
import { commits } from '../segments/views/commit-views.ts';
import type { ReportQuery } from './report-query.ts';
import type { RunReport } from './run-report.ts';
import { roundTo } from './shape-series.ts';

/** Of how much it is known at all whether AI wrote it: what stands beside every AI figure. */
export interface Coverage {
  /** Lines of commits with records of their lines ÷ changed lines. */
  line_records_percent: number | null;
  /** People with reported AI usage ÷ active committers. */
  telemetry_people_percent: number | null;
}

const shared = { title: '', description: '', unit: '', precision: 0 } as const;

const LINES: Segment = {
  ...shared,
  segment: 'coverage_lines',
  measures: { recorded: sum(commits, 'recorded_lines'), lines: sum(commits, 'lines') },
  y: { Recorded: 'recorded', Changed: 'lines' },
};
const COMMITS: Segment = {
  ...shared,
  segment: 'coverage_commits',
  measures: { commits: sum(commits, 'commits') },
  y: 'commits',
};
const USAGES: Segment = {
  ...shared,
  segment: 'coverage_usages',
  measures: { usages: count(aiUsage, 'is_use') },
  y: 'usages',
};

/** For the whole scope and range of a report, whatever it is split by. Null where there is nothing to know of. */
export async function readCoverage(runReport: RunReport, query: ReportQuery): Promise<Coverage> {
  const peopleOf = async (segment: Segment): Promise<Set<string>> => {
    const cells = await runReport({ ...query, segment, aggregation: 'committer' });
    return new Set(cells.filter(({ values }) => (values[0] ?? 0) > 0).map(({ series }) => series));
  };
  const [lines, committers, users] = await Promise.all([
    runReport({ ...query, segment: LINES, aggregation: 'none' }),
    peopleOf(COMMITS),
    peopleOf(USAGES),
  ]);
  const total = (at: number): number => lines.reduce((all, { values }) => all + (values[at] ?? 0), 0);
  return {
    line_records_percent: share(total(0), total(1)),
    telemetry_people_percent: share([...committers].filter((person) => users.has(person)).length, committers.size),
  };
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : roundTo((100 * part) / whole, 1));
