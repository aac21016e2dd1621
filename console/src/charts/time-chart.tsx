import { useId, useRef, useState } from 'preact/hooks';
import { readable } from '../ui/format.ts';
import { type ChartData, ticksFor } from './chart-data.ts';
import { Bars, Lines } from './chart-marks.tsx';
import { Readout } from './readout.tsx';
import { useWidth } from './use-width.ts';

export interface TimeChartProps {
  title: string;
  data: ChartData;
  kind: 'bars' | 'lines';
  height?: number;
  /** Values of the range before, aligned by position, drawn dashed. */
  before?: (number | null)[] | undefined;
  hidden?: ReadonlySet<string>;
  markers?: { at: string; label: string }[];
  onOpen?(url: string): void;
  onZoom?(start: string, end: string): void;
}

const BOTTOM = 22;
const TOP = 8;

/** Columns in time with bars or lines; hover or arrows read a column, Enter or a click opens its records, a drag zooms. */
export function TimeChart(props: TimeChartProps) {
  const { data, kind, height = 240 } = props;
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const [at, setAt] = useState<{ column: number; series: number; by: 'pointer' | 'keys' } | null>(null);
  const [dragFrom, setDragFrom] = useState<number | null>(null);
  const id = useId();

  const series = data.series.filter(({ name }) => !props.hidden?.has(name));
  const count = data.points.length;
  const largest = largestOf(series, count, kind, props.before);
  const ticks = ticksFor(largest, areWhole(series));
  const top = ticks.at(-1) ?? 1;
  const tickPrecision = Math.min(2, Math.max(...ticks.map((tick) => (String(tick).split('.')[1] ?? '').length)));
  const tickTexts = ticks.map((tick) => readable(tick, data.unit, tickPrecision).text);
  const left = 10 + 7 * Math.max(...tickTexts.map((text) => text.length));
  const step = count === 0 ? 0 : (width - left) / count;
  const x = (column: number) => left + step * (column + 0.5);
  const y = (value: number) => TOP + (height - TOP - BOTTOM) * (1 - value / top);
  const stride = Math.max(1, Math.ceil(70 / Math.max(step, 1)));

  const open = (column: number, index: number) => {
    const chosen = series[index];
    const url = chosen?.urls[column];
    if (url && (chosen.values[column] ?? null) !== null) props.onOpen?.(url);
  };
  const nearest = (column: number, pointerY: number): number =>
    kind === 'bars' ? barAt(series, column, pointerY, y) : lineAt(series, column, pointerY, y);
  const onKeyDown = (event: KeyboardEvent) => {
    const now = at ?? { column: count, series: 0, by: 'keys' as const };
    const moves: Record<string, { column: number; series: number }> = {
      ArrowLeft: { column: Math.max(0, now.column - 1), series: now.series },
      ArrowRight: { column: Math.min(count - 1, now.column + 1), series: now.series },
      ArrowDown: { column: now.column, series: Math.min(series.length - 1, now.series + 1) },
      ArrowUp: { column: now.column, series: Math.max(0, now.series - 1) },
      Home: { column: 0, series: now.series },
      End: { column: count - 1, series: now.series },
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      setAt({ ...move, column: Math.min(move.column, count - 1), by: 'keys' });
    } else if (event.key === 'Enter' && at) open(at.column, at.series);
    else if (event.key === 'Escape') leave();
  };
  const leave = () => {
    setDragFrom(null);
    setAt(null);
  };
  const columnOf = (event: PointerEvent): number => {
    const box = holder.current?.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor((event.clientX - (box?.left ?? 0) - left) / step)));
  };
  const rowOf = (event: PointerEvent): number => event.clientY - (holder.current?.getBoundingClientRect().top ?? 0);

  const point = at && data.points[at.column];
  return (
    <div class="chart" ref={holder} style={{ height: `${height}px` }}>
      <svg
        role="application"
        aria-roledescription="chart"
        aria-label={`${props.title}. Arrow keys read its points, Enter opens the records of one.`}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor of the chart is moved by keys
        tabIndex={0}
        height={height}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        onPointerLeave={() => setAt(null)}
        onPointerMove={(event) => {
          const column = columnOf(event);
          setAt({ column, series: nearest(column, rowOf(event)), by: 'pointer' });
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          // A drag goes on outside of the chart, and ends wherever it is let go.
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragFrom(columnOf(event));
        }}
        onPointerCancel={leave}
        onPointerUp={(event) => {
          const column = columnOf(event);
          const from = dragFrom;
          setDragFrom(null);
          const [first, last] = [
            data.points[Math.min(from ?? column, column)],
            data.points[Math.max(from ?? column, column)],
          ];
          if (from !== null && from !== column && first && last) props.onZoom?.(first.start, last.end);
          else if (from !== null && rowOf(event) >= 0 && rowOf(event) <= height)
            open(column, nearest(column, rowOf(event)));
        }}
      >
        {width > 0 && (
          <>
            {ticks.map((tick, index) => (
              <g key={tick}>
                <line class="gridline" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
                <text x={left - 8} y={y(tick) + 4} text-anchor="end">
                  {tickTexts[index]}
                </text>
              </g>
            ))}
            {data.points.map(
              (one, column) =>
                (count - 1 - column) % stride === 0 &&
                x(column) > left + 14 && (
                  <text key={one.start} x={Math.min(x(column), width - 18)} y={height - 5} text-anchor="middle">
                    {tickLabel(one.start, data.interval, column < stride)}
                  </text>
                ),
            )}
            {props.markers?.map((marker) => {
              const column = data.points.findIndex(({ start, end }) => marker.at >= start && marker.at <= end);
              if (column < 0) return null;
              return (
                <line
                  key={marker.at + marker.label}
                  class="marker"
                  x1={x(column)}
                  x2={x(column)}
                  y1={TOP}
                  y2={height - BOTTOM}
                >
                  <title>{marker.label}</title>
                </line>
              );
            })}
            {at && (
              <rect
                class="column at"
                x={x(Math.min(at.column, dragFrom ?? at.column)) - step / 2}
                y={TOP}
                width={step * (1 + Math.abs(at.column - (dragFrom ?? at.column)))}
                height={height - TOP - BOTTOM}
              />
            )}
            {kind === 'bars' ? (
              <Bars series={series} points={data.points} x={x} y={y} step={step} />
            ) : (
              <Lines
                series={series}
                points={data.points}
                before={props.before?.slice(0, count)}
                x={x}
                y={y}
                at={at?.column ?? null}
              />
            )}
            <rect
              x={left}
              y={0}
              width={Math.max(0, width - left)}
              height={height - BOTTOM}
              fill="transparent"
              class="column"
            />
          </>
        )}
      </svg>
      {at && point && (
        <Readout
          point={point}
          series={series}
          column={at.column}
          chosen={at.series}
          data={data}
          before={props.before?.[at.column]}
          x={x(at.column)}
          width={width}
        />
      )}
      <div id={id} class="visually-hidden" aria-live="polite">
        {at?.by === 'keys' && point
          ? `${point.label}: ${series[at.series]?.name ?? ''} ${readable(series[at.series]?.values[at.column] ?? null, data.unit, data.precision).text} ${data.unit}`
          : ''}
      </div>
    </div>
  );
}

function largestOf(
  series: ChartData['series'],
  count: number,
  kind: 'bars' | 'lines',
  before: (number | null)[] | undefined,
): number {
  const perColumn = Array.from({ length: count }, (_, column) => {
    const values = series.map(({ values }) => values[column] ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return Math.max(0, ...perColumn, ...(before ?? []).map((value) => value ?? 0));
}

const areWhole = (series: ChartData['series']): boolean =>
  series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));

/** The part of the stack under the pointer; above it, the topmost. */
function barAt(series: ChartData['series'], column: number, pointerY: number, y: (value: number) => number): number {
  let sum = 0;
  for (const [index, { values }] of series.entries()) {
    sum += values[column] ?? 0;
    if (pointerY >= y(sum)) return index;
  }
  return Math.max(
    0,
    series.findLastIndex(({ values }) => (values[column] ?? 0) > 0),
  );
}

function lineAt(series: ChartData['series'], column: number, pointerY: number, y: (value: number) => number): number {
  const distances = series.map(({ values }) => {
    const value = values[column];
    return value === null || value === undefined ? Number.POSITIVE_INFINITY : Math.abs(y(value) - pointerY);
  });
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** Months are told with their year where it begins, so that `May 26` is always a day. */
function tickLabel(start: string, interval: ChartData['interval'], isFirst: boolean): string {
  const isNewYear = isFirst || start.slice(5, 7) === '01';
  const month: Intl.DateTimeFormatOptions = isNewYear ? { month: 'short', year: 'numeric' } : { month: 'short' };
  const options: Intl.DateTimeFormatOptions = interval === 'monthly' ? month : { month: 'short', day: 'numeric' };
  return new Date(start).toLocaleDateString('en', { ...options, timeZone: 'UTC' });
}
