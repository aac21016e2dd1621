import { readable } from '../ui/format.ts';
import type { ChartData, ChartPoint, ChartSeries } from './chart-data.ts';

/** The values of one column, beside the cursor and away from the edge. */
export function Readout(props: {
  point: ChartPoint;
  series: ChartSeries[];
  column: number;
  chosen: number;
  data: ChartData;
  before: number | null | undefined;
  x: number;
  width: number;
}) {
  const { point, series, column, data } = props;
  const isRight = props.x > props.width / 2;
  const side = isRight ? { right: `${props.width - props.x + 14}px` } : { left: `${props.x + 14}px` };
  const format = (value: number | null | undefined) => {
    const said = readable(value ?? null, data.unit, data.precision);
    return said.unit === '%' ? `${said.text} %` : said.text;
  };
  return (
    <div class="readout" style={{ top: '4px', ...side }}>
      <strong>{point.label}</strong> {point.unfinished && <span class="soft">so far</span>}
      <ul>
        {series.map(({ name, color, values }, index) => (
          <li key={name} class={index === props.chosen && series.length > 1 ? 'strong' : ''}>
            <span class={`swatch s${color}`} />
            <span class="clip">{name}</span>
            <b>{format(values[column])}</b>
          </li>
        ))}
        {props.before !== undefined && (
          <li>
            <span class="swatch s5" />
            <span>Range before</span>
            <b>{format(props.before)}</b>
          </li>
        )}
      </ul>
    </div>
  );
}
