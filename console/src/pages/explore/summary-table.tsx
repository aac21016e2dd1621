import type { Report } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { formatCount, formatNumber } from '../../ui/format.ts';

type Stats = NonNullable<Report['calculated_summary_stats']>[string];

/** Each series in a row: what the chart comes to. */
export function SummaryTable({ title, report, additive }: { title: string; report: Report; additive: boolean }) {
  const stats = Object.entries(report.calculated_summary_stats ?? {});
  if (stats.length === 0) return null;
  const precision = report.value_precision;
  // Of what does not add up, its value over the range: the mean of the intervals is not that of their records.
  const mainOf = (of: Stats): number | null => (additive ? of.total : of.range_value);
  const beforeOf = (of: Stats): number | null => (additive ? of.previous_range_total : of.previous_range_value);
  const hasMain = stats.some(([, of]) => mainOf(of) !== null);
  const sizeOf = (of: Stats): number => mainOf(of) ?? of.mean ?? 0;
  const sorted = stats.toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
    <section class="table-wrap inside" tabIndex={0} aria-label={`${title}: summary`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Series</th>
            {hasMain && (
              <th class="number" scope="col">
                {additive ? 'Total' : 'Whole range'}
              </th>
            )}
            {hasMain && (
              <th class="number" scope="col">
                To the range before
              </th>
            )}
            <th class="number" scope="col">
              Mean
            </th>
            <th class="number" scope="col">
              Median
            </th>
            <th class="number" scope="col">
              Smallest
            </th>
            <th class="number" scope="col">
              Largest
            </th>
            <th class="number" scope="col">
              Last
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, 12).map(([name, of]) => (
            <tr key={name}>
              <td class="long">{vendorName(name)}</td>
              {hasMain && <td class="number strong">{formatNumber(mainOf(of), precision)}</td>}
              {hasMain && (
                <td class="number" title={`it was ${formatNumber(beforeOf(of), precision)}`}>
                  {percent(of.previous_range_change_percent)}
                </td>
              )}
              <td class="number">{formatNumber(of.mean, precision + 1)}</td>
              <td class="number">{formatNumber(of.median, precision + 1)}</td>
              <td class="number">{formatNumber(of.minimum, precision)}</td>
              <td class="number">{formatNumber(of.maximum, precision)}</td>
              <td class="number">{formatNumber(of.last, precision)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > 12 && (
        <p class="small soft">
          {formatCount(sorted.length - 12, 'smaller series is', 'smaller series are')} in the CSV.
        </p>
      )}
    </section>
  );
}

/** As tiles say it: a change of less than half a percent has no sign, and one of many thousands tells no more than that. */
function percent(value: number | null): string {
  if (value === null) return '–';
  const rounded = Math.round(value);
  if (rounded === 0) return '0 %';
  if (rounded > 999) return 'over +999 %';
  return `${rounded > 0 ? '+' : ''}${formatNumber(rounded)} %`;
}
