import type { ChartPoint, ChartSeries } from './chart-data.ts';

interface Marks {
  series: ChartSeries[];
  points: ChartPoint[];
  x(column: number): number;
  y(value: number): number;
}

/** Stacked from zero, in the order of the series; an unfinished interval is lighter. */
export function Bars({ series, points, x, y, step }: Marks & { step: number }) {
  const gap = step > 12 ? 3 : 1;
  return (
    <>
      {points.map(({ start, unfinished }, column) => {
        let sum = 0;
        return series.map(({ name, color, values }) => {
          const value = values[column] ?? 0;
          if (value <= 0) return null;
          const bottom = y(sum);
          sum += value;
          return (
            <rect
              key={start + name}
              class={`bar-part s${color} ${unfinished ? 'unfinished' : ''}`}
              x={x(column) - step / 2 + gap / 2}
              width={Math.max(1, step - gap)}
              y={y(sum)}
              height={Math.max(0.5, bottom - y(sum) - (bottom - y(sum) > 3 ? 0.75 : 0))}
              rx={1}
            />
          );
        });
      })}
    </>
  );
}

export function Lines(props: Marks & { before: (number | null)[] | undefined; at: number | null }) {
  const { series, points, x, y, at } = props;
  return (
    <>
      {props.before && <path class="line before s5" d={pathOf(props.before, x, y)} />}
      {series.map(({ name, color, values }) => {
        const finished = values.map((value, column) => (points[column]?.unfinished ? null : value));
        const last = points.at(-1)?.unfinished ? points.length - 1 : -1;
        const tail = values.map((value, column) => (column >= last - 1 && last > 0 ? value : null));
        return (
          <g key={name} class={`s${color}`}>
            <path class="line" d={pathOf(finished, x, y)} />
            {last > 0 && <path class="line unfinished" d={pathOf(tail, x, y)} />}
            {values.map((value, column) => {
              const isAlone =
                value !== null && (values[column - 1] ?? null) === null && (values[column + 1] ?? null) === null;
              if (value === null || !(isAlone || column === at)) return null;
              return (
                <circle
                  key={points[column]?.start}
                  class="dot"
                  cx={x(column)}
                  cy={y(value)}
                  r={column === at ? 4 : 3}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** A gap where there is no value: the pen is lifted. */
export function pathOf(values: (number | null)[], x: (column: number) => number, y: (value: number) => number): string {
  let path = '';
  let isDown = false;
  for (const [column, value] of values.entries()) {
    if (value === null) {
      isDown = false;
      continue;
    }
    path += `${isDown ? 'L' : 'M'}${x(column).toFixed(1)} ${y(value).toFixed(1)}`;
    isDown = true;
  }
  return path;
}

/** A trend without axes, drawn to the width of its tile. */
export function Spark({ values, height = 40 }: { values: (number | null)[]; height?: number }) {
  const known = values.filter((value) => value !== null);
  const largest = Math.max(...known, 0);
  const smallest = Math.min(...known, largest);
  const low = smallest - (largest - smallest) * 0.12;
  const y = (value: number) =>
    largest === low ? height - 8 : height - 4 - ((value - low) / (largest - low)) * (height - 8);
  const x = (column: number) => (values.length < 2 ? 50 : (column / (values.length - 1)) * 100);
  const points = values.flatMap((value, column) =>
    value === null ? [] : [`${x(column).toFixed(1)} ${y(value).toFixed(1)}`],
  );
  // A trend runs on over intervals without a value: what has one only every other week is a line too.
  const line = points.length < 2 ? '' : points.join('L');
  return (
    <svg class="spark" viewBox={`0 0 100 ${height}`} height={height} preserveAspectRatio="none" aria-hidden="true">
      {line && (
        <>
          <path
            class="area"
            d={`M${line}L${points.at(-1)?.split(' ')[0]} ${height}L${points[0]?.split(' ')[0]} ${height}Z`}
          />
          <path class="line" d={`M${line}`} vector-effect="non-scaling-stroke" />
        </>
      )}
    </svg>
  );
}
