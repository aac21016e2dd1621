import { joinTemplates, type SqlTemplate, template } from '../store/sql.ts';
import { withDefinitions } from './compile.ts';
import type { Measure } from './measure.ts';
import { param } from './params.ts';
import { formulaSeries, isSingleMeasure, measuresBehind, type Segment } from './segment.ts';
import { type KeyType, RECORD_KEYS, type RecordList } from './segment-view.ts';
import { ofRow, type Shape, seriesOf } from './series.ts';
import { sharedViewsOf } from './shared-views.ts';
import { selectRows } from './view-rows.ts';

export interface RecordsStatement {
  /** The audit's columns and their types; the statement selects them as key_0, key_1, … */
  keys: [string, KeyType][];
  /** The measures of which the statement selects each record's part, in `point_values`. */
  parts: string[];
  /** The part that a point of the segment is about, and whether it is all of the formula. */
  main: string | null;
  isPlain: boolean;
  sql: SqlTemplate;
}

/**
 * The records of an audit behind a point, with what each contributes to the measures of its formula: the same rows that the
 * report aggregates, by record. Records that contribute nothing are left out. Distinct counts have no parts: the records hold
 * what is counted. Null where the audit lists none of the point's records.
 */
export function compileRecords(
  segment: Segment,
  shape: Shape,
  list: RecordList,
  series: string | undefined,
): RecordsStatement | null {
  const measures = measuresBehind(segment, series).filter(
    ([, { view, ofInterval }]) => view.records === list && !ofInterval,
  );
  const [first] = measures;
  if (!first) return null;
  const { view } = first[1];
  const keys: [string, KeyType][] = Object.entries(RECORD_KEYS[list]);
  const key = joinTemplates(
    (view.recordKeys ?? keys.map(([column]) => column)).map(
      (column, index) => template`${ofRow(column)} AS key_${index}`,
    ),
    ', ',
  );
  const ofSeries = seriesOf(view, shape, segment.breakdown);
  const isNarrowed = formulaSeries(segment) === null && series !== undefined;
  const where = [
    ...(isNarrowed ? [template`${ofSeries.series} = ${param('series')}`] : []),
    ...(segment.recordsWhere ? [segment.recordsWhere] : []),
  ];
  const used = [...measures.map(([, { aggregate }]) => aggregate), key];
  const parts = measures.filter(([, { kind }]) => kind !== 'distinct');
  const values = parts.map(([, { aggregate }]) => template`CAST(${aggregate} AS Nullable(Float64))`);
  const contributing = joinTemplates(
    measures.map(([, measure]) => contributes(measure)),
    ' OR ',
  );
  const records = template`
    SELECT ${key}, CAST([${joinTemplates(values, ', ')}] AS Array(Nullable(Float64))) AS point_values
    ${selectRows(view, { shape, series: ofSeries, used, where })}
    GROUP BY ${keys.map((_, index) => `key_${index}`).join(', ')}${segment.recordsWhere ? '' : template`\n    HAVING ${contributing}`}`;
  return {
    keys,
    parts: parts.map(([part]) => part),
    main: first[1].kind === 'distinct' ? null : first[0],
    isPlain: isSingleMeasure(segment, series),
    sql: template`${withDefinitions(sharedViewsOf(records), '')}${records}`,
  };
}

const contributes = ({ kind, aggregate }: Measure): SqlTemplate =>
  kind === 'mean' || kind === 'median' ? template`${aggregate} IS NOT NULL` : template`${aggregate} != 0`;
