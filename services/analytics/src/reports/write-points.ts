import { type DaysOfPoint, pointLinks } from './point-urls.ts';
import type { ReportQuery } from './report-query.ts';
import { roundTo, type Series } from './shape-series.ts';

/** An interval as its points name it. */
export interface ShownInterval extends DaysOfPoint {
  label: string;
}

/** Writes the points of a series as JSON: of each all but its value and the series in its link is the same in every series. */
export function createPointWriter(
  query: ReportQuery,
  shown: readonly ShownInterval[],
): (series: Pick<Series, 'key' | 'values'>) => string {
  const linksOf = pointLinks(query);
  const { precision } = query.segment;
  const intervals = shown.map((days) => ({
    days,
    beforeValue: `,"x":${JSON.stringify(days.label)},"y":`,
    afterValue: `,"start_date":"${days.from}","end_date":"${days.last}"}`,
  }));
  return ({ key, values }) => {
    const links = linksOf(key);
    const points = intervals.map(({ days, beforeValue, afterValue }, index) => {
      const value = values[index] ?? null;
      const written = value === null ? 'null' : JSON.stringify(roundTo(value, precision));
      // Links are percent-encoded: there is nothing in them to be escaped.
      return `{"url":"${links(days)[0] ?? ''}"${beforeValue}${written}${afterValue}`;
    });
    return `[${points.join(',')}]`;
  };
}
