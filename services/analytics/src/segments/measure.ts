import { columnReference, type SqlTemplate, type TemplatePart, template } from '../store/sql.ts';
import { param } from './params.ts';
import type { CommonColumn, SegmentView } from './segment-view.ts';

/** An aggregate over the rows of one view. */
export interface Measure {
  view: SegmentView;
  /** In SQL, over the view's columns. */
  aggregate: SqlTemplate;
  /** Nothing counted is 0 for sums and counts; a mean or a median of nothing is null. */
  kind: 'sum' | 'count' | 'distinct' | 'mean' | 'median';
  /** It reads the interval as well, so that no single record contributes a part of it. */
  ofInterval?: true;
}

export const isCounted = ({ kind }: Measure): boolean => kind === 'sum' || kind === 'count' || kind === 'distinct';

/** A column of the view by its name, or an expression over its columns. */
type ColumnOf<Name extends string> = NoInfer<Name> | CommonColumn | SqlTemplate;
const expression = (column: string | SqlTemplate): SqlTemplate =>
  typeof column === 'string' ? columnReference(column) : column;

/** The value of a map's key, where the map is the breakdown. */
export const AMOUNT = template`amount`;

const when = (condition: string | SqlTemplate | undefined): string => (condition ? 'If' : '');
const and = (condition: string | SqlTemplate | undefined): TemplatePart =>
  condition ? template`, ${expression(condition)}` : '';

export const sum = <Name extends string>(
  view: SegmentView<Name>,
  column: ColumnOf<Name>,
  condition?: ColumnOf<Name>,
): Measure => ({
  view,
  aggregate: template`sum${when(condition)}(${expression(column)}${and(condition)})`,
  kind: 'sum',
});
export const count = <Name extends string>(view: SegmentView<Name>, condition?: ColumnOf<Name>): Measure => ({
  view,
  aggregate: condition ? template`countIf(${expression(condition)})` : template`count()`,
  kind: 'count',
});
export const distinct = <Name extends string>(
  view: SegmentView<Name>,
  column: ColumnOf<Name>,
  condition?: ColumnOf<Name>,
): Measure => ({
  view,
  aggregate: template`uniqExact${when(condition)}(${expression(column)}${and(condition)})`,
  kind: 'distinct',
});
/** Committers for whom both conditions hold, each on any of their rows. */
export const inBoth = <Name extends string>(
  view: SegmentView<Name>,
  one: ColumnOf<Name>,
  other: ColumnOf<Name>,
): Measure => ({
  view,
  aggregate: template`length(arrayIntersect(groupUniqArrayIf(committer, ${expression(one)}), groupUniqArrayIf(committer, ${expression(other)})))`,
  kind: 'distinct',
});
/** Working days of the interval that its committers were off, all together. */
export const daysOff = (view: SegmentView): Measure => ({
  view,
  aggregate: template`arraySum(person -> ${param('off_days')}[indexOf(${param('off_keys')}, concat(toString(person), ' ', toString(bucket)))], groupUniqArray(committer))`,
  kind: 'sum',
  ofInterval: true,
});
/** How many different elements the arrays hold together. */
export const distinctElements = <Name extends string>(view: SegmentView<Name>, column: ColumnOf<Name>): Measure => ({
  view,
  aggregate: template`uniqExactArray(${expression(column)})`,
  kind: 'distinct',
});
export const mean = <Name extends string>(view: SegmentView<Name>, column: ColumnOf<Name>): Measure => ({
  view,
  aggregate: template`avg(${expression(column)})`,
  kind: 'mean',
});
const SECONDS_OF_DAY = 86_400;
/** In days, of a column in seconds: whole numbers add up to the same in whatever order. */
export const meanDays = <Name extends string>(view: SegmentView<Name>, column: ColumnOf<Name>): Measure => ({
  view,
  aggregate: template`(avg(${expression(column)}) / ${SECONDS_OF_DAY})`,
  kind: 'mean',
});
/** In days, of a column in seconds. Exact, never sampled; of an even count, the middle of the two in the middle. */
export const medianDays = <Name extends string>(view: SegmentView<Name>, column: ColumnOf<Name>): Measure => ({
  view,
  aggregate: template`(quantileExactInclusive(0.5)(${expression(column)}) / ${SECONDS_OF_DAY})`,
  kind: 'median',
});
