import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../store/sql.ts';
import { formulaSql, type IntervalLength } from './formula.ts';
import { isCounted, type Measure } from './measure.ts';
import { param } from './params.ts';
import { formulasOf, type Interval, type Segment } from './segment.ts';
import type { SegmentView } from './segment-view.ts';
import { type Shape, seriesOf, shapeKey } from './series.ts';
import { sharedViewsOf } from './shared-views.ts';
import { selectRows } from './view-rows.ts';

const BUCKETS: Record<Interval, (at: string) => string> = {
  daily: (at) => `toDate32(${at})`,
  weekly: (at) => `toDate32(toStartOfWeek(${at}, 1))`,
  monthly: (at) => `toDate32(toStartOfMonth(${at}))`,
};

const bucketOf = ({ asOne, interval }: Shape): TemplatePart =>
  asOne ? template`${param('buckets')}[1]` : BUCKETS[interval]('at');

/**
 * One statement a segment, with as few levels as it needs: on the embedded engine most of a small report's time is planning. Each
 * view is read once, and the formula is computed over its aggregates:
 *
 *   WITH shared views …
 *   SELECT bucket, series, formula over sum(…), count() … FROM (view) GROUP BY bucket, series
 *
 * Several views are stacked first, each with its own measures and NULL for the others':
 *
 *   SELECT bucket, series, formula over max(m_a), max(m_b) FROM (
 *     SELECT bucket, series, sum(…) AS m_a, NULL AS m_b FROM (view one) GROUP BY bucket, series
 *     UNION ALL
 *     SELECT bucket, series, NULL, count() AS m_b FROM (view two) GROUP BY bucket, series
 *   ) GROUP BY bucket, series
 *
 * Rows come in no order. Every value that a caller gives is a bound parameter; the text depends on the declaration alone.
 */
export function compileSegment(segment: Segment, shape: Shape): SqlTemplate {
  const known = compiled.get(segment) ?? new Map<string, SqlTemplate>();
  if (known.size === 0) compiled.set(segment, known);
  const key = shapeKey(shape);
  const statement = known.get(key) ?? compile(segment, shape);
  known.set(key, statement);
  return statement;
}

/** A statement's text depends on the declaration and the shape alone; there are few shapes. */
const compiled = new WeakMap<Segment, Map<string, SqlTemplate>>();

function compile(segment: Segment, shape: Shape): SqlTemplate {
  const [only, ...others] = [...Map.groupBy(Object.entries(segment.measures), ([, measure]) => measure.view)];
  if (!only) throw new Error(`segment ${segment.segment} has no measure`);
  const rows =
    others.length === 0 ? selectAlone(only[0], segment, shape) : selectStacked([only, ...others], segment, shape);
  return template`${withDefinitions(sharedViewsOf(rows), '\n')}${ofLargest(segment, shape, rows)}`;
}

/** The values of the formulas, with what stands for a measure; nothing counted is 0. */
function valuesOf(segment: Segment, write: (name: string, measure: Measure) => TemplatePart): SqlTemplate {
  const ofName = (name: string): TemplatePart => {
    const measure = segment.measures[name];
    if (!measure) return lengthOf(name);
    const value = write(name, measure);
    return isCounted(measure) ? template`ifNull(${value}, 0)` : value;
  };
  return joinTemplates(
    formulasOf(segment).map((formula, index) => template`${formulaSql(formula, ofName)} AS y_${index}`),
    ', ',
  );
}

const asNumber = ({ aggregate }: Measure): SqlTemplate => template`CAST(${aggregate} AS Nullable(Float64))`;

function selectAlone(view: SegmentView, segment: Segment, shape: Shape): SqlTemplate {
  const series = seriesOf(view, shape, segment.breakdown);
  const used = Object.values(segment.measures).map(({ aggregate }) => aggregate);
  return template`SELECT ${bucketOf(shape)} AS bucket, ${series.series} AS series, ${valuesOf(segment, (_, measure) => asNumber(measure))}
${selectRows(view, { shape, series, used })}
GROUP BY bucket, series`;
}

function selectStacked(views: [SegmentView, [string, Measure][]][], segment: Segment, shape: Shape): SqlTemplate {
  const names = Object.keys(segment.measures);
  const stacked = joinTemplates(
    views.map(([view, measures]) => selectMeasures(view, { segment, measures: new Map(measures), names, shape })),
    '\n    UNION ALL\n',
  );
  return template`SELECT bucket, series, ${valuesOf(segment, (name) => `max(m_${name})`)}
FROM (${stacked}
)
GROUP BY bucket, series`;
}

export const withDefinitions = (definitions: readonly SqlTemplate[], end: string): TemplatePart =>
  definitions.length > 0 ? template`WITH ${joinTemplates(definitions, ',\n')}${end}` : '';

/** Limits a breakdown to its largest series, in the same reading. */
function ofLargest({ breakdown }: Segment, { suppressed }: Shape, rows: SqlTemplate): SqlTemplate {
  if (!breakdown || 'map' in breakdown || !breakdown.top || suppressed) return rows;
  return template`SELECT bucket, series, y_0 FROM (
SELECT bucket, series, y_0, sum(y_0) OVER (PARTITION BY series) AS total FROM (${rows}
))
QUALIFY dense_rank() OVER (ORDER BY total DESC, series) <= ${breakdown.top}`;
}

interface Selection {
  segment: Segment;
  measures: Map<string, Measure>;
  names: string[];
  shape: Shape;
}

function selectMeasures(view: SegmentView, { segment, measures, names, shape }: Selection): SqlTemplate {
  const columns = names.map((name) => {
    const measure = measures.get(name);
    return measure ? template`${asNumber(measure)} AS m_${name}` : `CAST(NULL AS Nullable(Float64)) AS m_${name}`;
  });
  const series = seriesOf(view, shape, segment.breakdown);
  const used = [...measures.values()].map(({ aggregate }) => aggregate);
  return template`    SELECT ${bucketOf(shape)} AS bucket, ${series.series} AS series, ${joinTemplates(columns, ', ')}
    ${selectRows(view, { shape, series, used })}
    GROUP BY bucket, series`;
}

const LENGTH_PARAMS = { days: 'bucket_days', working_days: 'bucket_working_days' } as const satisfies Record<
  IntervalLength,
  string
>;

const isLength = (name: string): name is IntervalLength => Object.hasOwn(LENGTH_PARAMS, name);

/** A length of the interval, which formulas use beside measures. */
function lengthOf(name: string): SqlTemplate {
  if (!isLength(name)) throw new Error(`a formula names ${name}, which is no measure`);
  return template`${param(LENGTH_PARAMS[name])}[indexOf(${param('buckets')}, bucket)]`;
}
