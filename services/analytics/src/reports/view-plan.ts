import { readFormula } from '../segments/calculate.ts';
import type { Measure } from '../segments/measure.ts';
import { formulasOf, type Segment } from '../segments/segment.ts';
import type { SegmentView } from '../segments/segment-view.ts';
import { type Shape, seriesOf, shapeKey } from '../segments/series.ts';
import { selectRows } from '../segments/view-rows.ts';
import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../store/sql.ts';
import { type AddedMeasure, type AddingPlan, COUNTED_PEOPLE, knownOnly } from './day-plan.ts';

/** A segment as a calculation over rows of one view that are held in memory, by day, repo, person and series of its own. */
export interface ViewPlan extends AddingPlan {
  view: SegmentView;
  columns: HeldColumn[];
  /** Rows of one day, repo, person and series are one; where a median is asked for, each is held. */
  isGrouped: boolean;
  hasParts: boolean;
}

/** A column that is held, with its SQL over the rows of the view: whole numbers. */
export interface HeldColumn {
  name: string;
  sql: SqlTemplate;
}

const plans = new WeakMap<Segment, ViewPlan | null>();

/** Null where the segment is of several views, of one that is not held, or does more with it than to add up, to count and to divide. */
export function planOfView(segment: Segment): ViewPlan | null {
  const known = plans.get(segment);
  if (known !== undefined) return known;
  const plan = makePlan(segment);
  plans.set(segment, plan);
  return plan;
}

function makePlan({ measures, breakdown, ...segment }: Segment): ViewPlan | null {
  const named = Object.entries(measures);
  const [first, ...others] = new Set(named.map(([, { view }]) => view));
  if (!first?.held || others.length > 0 || (breakdown && ('map' in breakdown || breakdown.top))) return null;
  const read = knownOnly(named.map(([, measure]) => readMeasure(measure)));
  const places = new Map(named.map(([name], index) => [name, index]));
  const formulas = knownOnly(formulasOf({ measures, ...segment }).map((formula) => readFormula(formula, places)));
  const isGrouped = read?.every(({ measure }) => measure.kind !== 'median') ?? true;
  if (!read || !formulas || (!isGrouped && read.length > 1)) return null;
  const columns = new Map(read.flatMap((one) => one.columns.map((column) => [column.name, column])));
  return {
    view: first,
    measures: read.map(({ measure }) => measure),
    columns: [...columns.values()],
    map: null,
    isGrouped,
    hasParts: breakdown !== undefined,
    values: (measured, lengths) => formulas.map((calculate) => calculate(measured, lengths)),
  };
}

interface ReadMeasure {
  measure: AddedMeasure;
  columns: HeldColumn[];
}

function readMeasure({ view, aggregate }: Measure): ReadMeasure | null {
  const counted = COUNTED_PEOPLE[aggregate.text];
  if (counted) return { measure: counted, columns: [] };
  if (aggregate.text === 'count()' || aggregate.text.startsWith('countIf('))
    return sumOf(aggregate.text, template`toInt64(${aggregate})`, 1);
  const [, sum] = /^(?:sum\((?=\w+\)$)|sumIf\((?=\w+, ))(\w+)/.exec(aggregate.text) ?? [];
  if (sum !== undefined) {
    const unit = unitOf(view, sum);
    return unit === null
      ? null
      : sumOf(aggregate.text, template`toInt64(round(${aggregate}${unit === 1 ? '' : ` * ${unit}`}))`, unit);
  }
  const [, mean, seconds = ''] = /^\(avg\((\w+)\) \/ (\d+)\)$/.exec(aggregate.text) ?? [];
  if (mean !== undefined && unitOf(view, mean) === 1) {
    const all = heldAs(`sum(${mean})`, withColumns(aggregate, `toInt64(ifNull(sum(${mean}), 0))`));
    const rows = heldAs(`count(${mean})`, withColumns(aggregate, `toInt64(count(${mean}))`));
    return { measure: { kind: 'mean', sum: all.name, count: rows.name, unit: Number(seconds) }, columns: [all, rows] };
  }
  const [, median, unit = ''] = /^\(quantileExactInclusive\(0\.5\)\((\w+)\) \/ (\d+)\)$/.exec(aggregate.text) ?? [];
  if (median === undefined || unitOf(view, median) !== 1) return null;
  const column = heldAs(median, withColumns(aggregate, `toInt64(${median})`));
  return { measure: { kind: 'median', column: median, unit: Number(unit) }, columns: [column] };
}

const heldAs = (name: string, sql: SqlTemplate): HeldColumn => ({ name, sql });
const withColumns = ({ columns }: SqlTemplate, text: string): SqlTemplate => ({ ...template`${text}`, columns });
const sumOf = (name: string, sql: SqlTemplate, unit: number): ReadMeasure => ({
  measure: { kind: 'sum', terms: [{ column: name, sign: 1 }], unit },
  columns: [heldAs(name, sql)],
});

const unitOf = ({ held }: SegmentView, column: string): number | null =>
  Object.entries<number | undefined>(held ?? {}).find(([name]) => name === column)?.[1] ?? null;

const statements = new WeakMap<ViewPlan, Map<string, SqlTemplate>>();

/** All rows that the plan is about, whoever they are of and whenever they count. */
export function statementOfView(plan: ViewPlan, segment: Segment, shape: Shape): SqlTemplate {
  const isOfRepos = shape.aggregation === 'repo' || shape.aggregation === 'repo_path';
  const aggregation = isOfRepos ? 'repo' : 'none';
  const plain: Shape = {
    ...shape,
    interval: 'daily',
    aggregation,
    ofTeam: false,
    suppressed: false,
    oneTeamEach: false,
  };
  const known = statements.get(plan) ?? new Map<string, SqlTemplate>();
  if (known.size === 0) statements.set(plan, known);
  const key = shapeKey(plain);
  const statement = known.get(key) ?? writeStatement(plan, segment, plain);
  known.set(key, statement);
  return statement;
}

function writeStatement({ view, columns, isGrouped }: ViewPlan, segment: Segment, plain: Shape): SqlTemplate {
  const series = seriesOf(view, plain, segment.breakdown);
  const part = segment.breakdown ? series.series : template`''`;
  const used = columns.map(({ sql }) => sql);
  const keys: TemplatePart[] = [
    'toInt32(toDate32(at)) AS held_day',
    'toUInt64(view_row.repo_id) AS held_repo',
    'toUInt64(view_row.committer) AS held_committer',
    template`toString(${part}) AS held_part`,
  ];
  return template`SELECT ${joinTemplates([...keys, ...used], ', ')}
${selectRows(view, { shape: plain, series: { ...series, series: part }, used })}
${isGrouped ? 'GROUP BY held_day, held_repo, held_committer, held_part' : ''}
ORDER BY held_day`;
}
