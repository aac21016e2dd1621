import { rowsOf, type Shape, seriesOf, viewsFor } from './compile.ts';
import { type KeyType, RECORD_KEYS, type RecordList } from './fact.ts';
import { spellAppliedAgain } from './facts/applied-again.ts';
import { formulaOf, type Measure, measuresBehind, type Segment } from './segment.ts';

export interface RecordsStatement {
  /** The list's columns and their types; the statement gives them as key_0, key_1, … */
  keys: [string, KeyType][];
  /** The measures of which the statement gives each record's part, in `point_values`. */
  parts: string[];
  /** The part that a point of the segment is about, and whether it is all of the formula. */
  main: string | null;
  isPlain: boolean;
  sql: string;
}

/**
 * The records of a list behind a point, and what each gives to the measures of its formula: the same rows that the report adds
 * up, by record. A record that gives nothing to any of them does not stand behind the point. What is counted distinct has no
 * parts: the records hold what is counted. Null where the list holds none of the point's records.
 */
export function compileRecords(
  segment: Segment,
  shape: Shape,
  list: RecordList,
  series: string | undefined,
): RecordsStatement | null {
  const measures = measuresBehind(segment, series).filter(
    ([, { fact, ofInterval }]) => fact.records === list && !ofInterval,
  );
  const [first] = measures;
  if (!first) return null;
  const { fact } = first[1];
  const keys: [string, KeyType][] = Object.entries(RECORD_KEYS[list]);
  const key = (fact.recordKeys ?? keys.map(([column]) => column))
    .map((column, index) => `fact.${column} AS key_${index}`)
    .join(', ');
  const { series: name } = seriesOf(fact, shape, segment.breakdown);
  const narrowed = typeof segment.y === 'string' && series !== undefined ? [`${name} = {series:String}`] : [];
  const where = [...narrowed, ...(segment.recordsWhere ? [segment.recordsWhere] : [])];
  const asked = measures.map(([, { aggregate }]) => aggregate).join(' ');
  const { rows } = rowsOf(fact, `${asked} ${key}`, shape, segment.breakdown, where);
  const given = measures.filter(([, { kind }]) => kind !== 'distinct');
  const values = given.map(([, { aggregate }]) => `CAST(${aggregate} AS Nullable(Float64))`);
  const having = segment.recordsWhere
    ? ''
    : `\n    HAVING ${measures.map(([, measure]) => gives(measure)).join(' OR ')}`;
  const text = `
    SELECT ${key}, CAST([${values.join(', ')}] AS Array(Nullable(Float64))) AS point_values
    ${rows}
    GROUP BY ${keys.map((_, index) => `key_${index}`).join(', ')}${having}`;
  const views = viewsFor(text);
  const sql = `${views.length > 0 ? `WITH ${views.join(',\n')}` : ''}${text}`;
  return {
    keys,
    parts: given.map(([part]) => part),
    main: first[1].kind === 'distinct' ? null : first[0],
    isPlain: Object.hasOwn(segment.measures, formulaOf(segment, series)),
    sql: spellAppliedAgain(sql, shape.appliedAreListed ?? false),
  };
}

const gives = ({ kind, aggregate }: Measure): string =>
  kind === 'mean' || kind === 'median' ? `${aggregate} IS NOT NULL` : `${aggregate} != 0`;
