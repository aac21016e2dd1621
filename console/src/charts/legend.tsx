import { DAY_MS } from '@linescope/contract/days';
import { earlierOf, isoDay, type Range } from '../scope/range.ts';
import { formatCount, formatDay, shortUnit } from '../ui/format.ts';
import type { ChartData } from './chart-data.ts';

/** Names and colours; a click hides a series. The unit stands at the end, in words. */
export function Legend(props: {
  data: ChartData;
  /** Where data begins later or ends earlier, it is said. */
  range: Range;
  hidden: ReadonlySet<string>;
  onChange(hidden: ReadonlySet<string>): void;
}) {
  const { points, series, unit, leftOut } = props.data;
  const [first, last] = [points[0]?.start, points.at(-1)?.end];
  const begins = first && daysBetween(props.range.start, first) > 6 ? first : null;
  const over = earlierOf(props.range.end, isoDay(new Date()));
  const ends = last && daysBetween(last, over) > 6 ? last : null;
  const toggle = (name: string) => {
    const next = new Set(props.hidden);
    if (!next.delete(name)) next.add(name);
    props.onChange(next.size === series.length ? new Set() : next);
  };
  return (
    <ul class="legend">
      {series.length > 1 &&
        series.map(({ name, color }) => (
          <li key={name}>
            <button type="button" aria-pressed={!props.hidden.has(name)} onClick={() => toggle(name)}>
              <span class={`swatch s${color}`} />
              {name}
            </button>
          </li>
        ))}
      <li>
        <span>in {unit === 'cents' ? 'dollars' : shortUnit(unit) === '%' ? 'percent' : unit}</span>
      </li>
      {begins !== null && (
        <li>
          <span>data begins on {formatDay(begins)}</span>
        </li>
      )}
      {ends !== null && (
        <li>
          <span>data ends on {formatDay(ends)}</span>
        </li>
      )}
      {leftOut > 0 && (
        <li>
          <span>{formatCount(leftOut, 'smaller series is', 'smaller series are')} not drawn</span>
        </li>
      )}
    </ul>
  );
}

const daysBetween = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / DAY_MS;
