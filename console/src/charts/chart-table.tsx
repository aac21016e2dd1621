import { recordsLink } from '../state/records-link.ts';
import { formatNumber } from '../ui/format.ts';
import type { ChartData } from './chart-data.ts';

/** The chart in figures: what the eye, a screen reader and a spreadsheet can read. */
export function ChartTable({ title, data }: { title: string; data: ChartData }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
    <section class="table-wrap" tabIndex={0} aria-label={`${title}: table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Interval</th>
            {data.series.map(({ name }) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.points
            .map((point, column) => (
              <tr key={point.start}>
                <td class="nowrap">
                  {point.label} {point.unfinished && <span class="soft">so far</span>}
                </td>
                {data.series.map(({ name, values, urls }) => {
                  const url = urls[column];
                  const text = formatNumber(values[column], data.precision);
                  return (
                    <td key={name} class="number">
                      {url && values[column] !== null ? <a href={recordsLink(url)}>{text}</a> : text}
                    </td>
                  );
                })}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
