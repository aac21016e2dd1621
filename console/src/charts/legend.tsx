import { shortUnit } from '../ui/format.ts';
import type { ChartData } from './chart-data.ts';

/** Names and colours; a click hides a series. The unit stands at the end, in words. */
export function Legend(props: {
  data: ChartData;
  hidden: ReadonlySet<string>;
  onChange(hidden: ReadonlySet<string>): void;
}) {
  const { series, unit, leftOut } = props.data;
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
      {leftOut > 0 && (
        <li>
          <span>{leftOut} smaller series are not drawn</span>
        </li>
      )}
    </ul>
  );
}
