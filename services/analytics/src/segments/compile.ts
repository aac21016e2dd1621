import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../store/sql.ts';
import { type Formula, INTERVAL_LENGTHS, type IntervalLength, namesOf, writeFormula } from './formula.ts';
import { isCounted, type Measure } from './measure.ts';
import { param } from './params.ts';
import { formulasOf, type Interval, type Segment } from './segment.ts';
import type { SegmentView } from './segment-view.ts';
import { type Shape, seriesOf } from './series.ts';
import { sharedViewsOf } from './shared-views.ts';
import { selectRows } from './view-rows.ts';

const BUCKETS: Record<Interval, (at: string) => string> = {
  daily: (at) => `toDate32(${at})`,
  weekly: (at) => `toDate32(toStartOfWeek(${at}, 1))`,
  monthly: (at) => `toDate32(toStartOfMonth(${at}))`,
};

/**
 * One statement a segment. Each view is read once and gives all its measures by interval and series; several views are
 * stacked, grouped to one row an interval and series, and the formula is computed on that row:
 *
 *   WITH shared views …
 *   SELECT bucket, series, formula FROM (
 *     SELECT bucket, series, max(m_a) AS a, max(m_b) AS b FROM (
 *       SELECT bucket, series, sum(…) AS m_a, NULL AS m_b FROM (view one) GROUP BY bucket, series
 *       UNION ALL
 *       SELECT bucket, series, NULL, count() AS m_b FROM (view two) GROUP BY bucket, series
 *     ) GROUP BY bucket, series)
 *
 * Every value that a caller gives is a bound parameter; the text depends on the declaration alone.
 */
export function compileSegment(segment: Segment, shape: Shape): SqlTemplate {
  const views = [...Map.groupBy(Object.entries(segment.measures), ([, measure]) => measure.view)];
  const names = Object.keys(segment.measures);
  const isAlone = views.length === 1;
  const formulas = formulasOf(segment);
  const values = formulas.map((formula) => writeFormula(formula, isAlone ? stackedName(segment) : undefined));
  const lengths = lengthColumns(formulas);
  const stacked = joinTemplates(
    views.map(([view, measures]) =>
      selectMeasures(view, { segment, measures: new Map(measures), names, shape, also: isAlone ? lengths : '' }),
    ),
    '\n    UNION ALL\n',
  );
  const measured = Object.entries(segment.measures).map(([name, measure]) =>
    isCounted(measure) ? `ifNull(max(m_${name}), 0) AS ${name}` : `max(m_${name}) AS ${name}`,
  );
  const rows = isAlone
    ? stacked
    : template`
  SELECT bucket, series, ${measured.join(', ')}${lengths}
  FROM (${stacked}
  )
  GROUP BY bucket, series`;
  const top = topSeries(segment, shape);
  const definitions = [
    ...sharedViewsOf(stacked),
    ...(top
      ? [template`totals AS (SELECT series, sum(${values[0] ?? ''}) AS total FROM (${rows}) GROUP BY series)`]
      : []),
  ];
  const columns = values.map((value, index) => `${value} AS y_${index}`).join(', ');
  return template`${withDefinitions(definitions, '\n')}SELECT toString(bucket) AS bucket, series, ${columns}
FROM (${rows}
)${top}
ORDER BY bucket, series`;
}

export const withDefinitions = (definitions: readonly SqlTemplate[], end: string): TemplatePart =>
  definitions.length > 0 ? template`WITH ${joinTemplates(definitions, ',\n')}${end}` : '';

/** Limits a breakdown to its largest series. */
function topSeries({ breakdown }: Segment, { suppressed }: Shape): string {
  if (!breakdown || 'map' in breakdown || !breakdown.top || suppressed) return '';
  return `\nWHERE series IN (SELECT series FROM totals ORDER BY total DESC, series LIMIT ${breakdown.top})`;
}

interface Selection {
  segment: Segment;
  measures: Map<string, Measure>;
  names: string[];
  shape: Shape;
  also: TemplatePart;
}

function selectMeasures(view: SegmentView, { segment, measures, names, shape, also }: Selection): SqlTemplate {
  const columns = names.map((name) => {
    const measure = measures.get(name);
    return measure
      ? template`CAST(${measure.aggregate} AS Nullable(Float64)) AS m_${name}`
      : `CAST(NULL AS Nullable(Float64)) AS m_${name}`;
  });
  const series = seriesOf(view, shape, segment.breakdown);
  const used = [...measures.values()].map(({ aggregate }) => aggregate);
  return template`    SELECT ${BUCKETS[shape.interval]('at')} AS bucket, ${series.series} AS series, ${joinTemplates(columns, ', ')}${also}
    ${selectRows(view, { shape, series, used })}
    GROUP BY bucket, series`;
}

/** The name of a measure in the rows of the only view, where nothing counted is 0. */
const stackedName =
  ({ measures }: Segment) =>
  (name: string): string => {
    const measure = measures[name];
    if (!measure) return name;
    return isCounted(measure) ? `ifNull(m_${name}, 0)` : `m_${name}`;
  };

const LENGTH_PARAMS = { days: 'bucket_days', working_days: 'bucket_working_days' } as const satisfies Record<
  IntervalLength,
  string
>;

/** The lengths of the interval that the formulas use, as further columns. */
function lengthColumns(formulas: Formula[]): SqlTemplate {
  const used = INTERVAL_LENGTHS.filter((name) => formulas.some((formula) => namesOf(formula).includes(name)));
  return joinTemplates(
    used.map((name) => template`, ${param(LENGTH_PARAMS[name])}[indexOf(${param('buckets')}, bucket)] AS ${name}`),
    '',
  );
}
