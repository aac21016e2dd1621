import { recordLists } from '../segments/segment.ts';
import type { RecordList } from '../segments/segment-view.ts';
import { type DaysOfPoint, recordsUrl } from './point-urls.ts';
import type { ReportQuery } from './report-query.ts';
import { roundTo, type Series } from './shape-series.ts';

/** An interval as its points name it. */
export interface ShownInterval extends DaysOfPoint {
  label: string;
}

/**
 * Writes the points of a series as JSON. Of each all but its value and the series in its link is the same in every series:
 *
 *   {"url":"…&start_date=…&end_date=…&  …&series=7  ","x":"May","y":  12  ,"start_date":"…","end_date":"…"}
 */
export function createPointWriter(
  query: ReportQuery,
  shown: readonly ShownInterval[],
): (series: Pick<Series, 'key' | 'values'>) => string {
  const { precision } = query.segment;
  const beforeValue = shown.map(({ label }) => `","x":${JSON.stringify(label)},"y":`);
  const afterValue = shown.map(({ from, last }) => `,"start_date":"${from}","end_date":"${last}"}`);
  const known = new Map<RecordList | undefined, ReturnType<typeof linksOf>>();
  const linksOf = (list: RecordList | undefined) => {
    const url = list ? recordsUrl(query, list) : { upToDays: () => '', afterDays: () => '' };
    // Links are percent-encoded: there is nothing in them to be escaped.
    return { starts: shown.map((days) => `{"url":"${url.upToDays(days)}`), endOf: url.afterDays };
  };
  return ({ key, values }) => {
    const [list] = recordLists(query.segment, key);
    const { starts, endOf } = known.get(list) ?? linksOf(list);
    known.set(list, { starts, endOf });
    const end = endOf(key);
    const points = starts.map((start, index) => {
      const value = values[index] ?? null;
      const written = value === null ? 'null' : JSON.stringify(roundTo(value, precision));
      return `${start}${end}${beforeValue[index]}${written}${afterValue[index]}`;
    });
    return `[${points.join(',')}]`;
  };
}
