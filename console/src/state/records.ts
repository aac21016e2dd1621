import type { RecordsPage } from '@linescope/client/answers';
import type { Scope } from '../scope/scope.ts';
import { api } from './api.ts';
import { type Answer, useAnswer } from './use-answer.ts';

export type AnyRecord = Record<string, unknown>;

/** One page: the records of a range are searched for as often as pages are asked for. */
const MOST_ROWS = 1000;

/** The parameters of the records behind a whole range of a segment. */
export function recordsOf(
  scope: Scope,
  segment: string,
  range = { start: scope.range.start, end: scope.range.end },
): URLSearchParams {
  const params = new URLSearchParams({
    resource_path: scope.resourcePath,
    segment_by: segment,
    suppress_aggregation: 'true',
  });
  if (scope.team) params.set('team_slug', scope.team);
  if (scope.person) params.set('committer_identifier', scope.person);
  params.set('start_date', range.start);
  params.set('end_date', range.end);
  return params;
}

/** The newest records, up to a bound, and how many there are. */
export const useRecords = (params: URLSearchParams): Answer<{ rows: AnyRecord[]; total: number }> =>
  useAnswer(`range-records:${params}`, async () => {
    const page = await api.reportRecords({ ...Object.fromEntries(params), per_page: MOST_ROWS });
    return { rows: rowsOf(page).rows, total: page.total_count };
  });

const isRecord = (value: unknown): value is AnyRecord => typeof value === 'object' && value !== null;

/** The one array of the answer, under the name of its type. */
export function rowsOf(answer: RecordsPage): { type: string; rows: AnyRecord[] } {
  for (const [type, value] of Object.entries<unknown>(answer))
    if (Array.isArray(value) && type !== 'further_urls') return { type, rows: value.filter(isRecord) };
  return { type: 'records', rows: [] };
}
