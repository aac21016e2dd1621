import { DAY_MS } from '@linescope/contract/days';
import { formatDay, shortUnit } from '../ui/format.ts';
import type { ChartData } from './chart-data.ts';

/** Names and colours; a click hides a series. The unit stands at the end, in words. */
export function Legend(props: {
  data: ChartData;
  /** The first day of the range: where data begins later, it is said. */
  from?: string;
  hidden: ReadonlySet<string>;
  onChange(hidden: ReadonlySet<string>): void;
}) {
  const { points, series, unit, leftOut } = props.data;
  const first = points[0]?.start;
  const begins = props.from && first && daysBetween(props.from, first) > 6 ? first : null;
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
      {leftOut > 0 && (
        <li>
          <span>{leftOut} smaller series are not drawn</span>
        </li>
      )}
    </ul>
  );
}

const daysBetween = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / DAY_MS;
