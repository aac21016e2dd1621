import { overCommits } from '../domain/daily-columns.ts';
import { changesOf, DEFINITION_VERSION } from './definition-changes.ts';
import { INTERVAL_LENGTHS, namesOf, writeFormula } from './formula.ts';
import {
  AGGREGATIONS,
  type Aggregation,
  emptyValue,
  formulaSeries,
  formulasOf,
  INTERVALS,
  isAdditive,
  type Segment,
} from './segment.ts';
import type { SegmentView } from './segment-view.ts';
import { aiSegments } from './topics/ai.ts';
import { codeSegments } from './topics/code.ts';
import { cohortSegments } from './topics/cohorts.ts';
import { defectReleaseSegments } from './topics/defects-releases.ts';
import { issueSprintSegments } from './topics/issues-sprints.ts';
import { pullRequestSegments } from './topics/pull-requests.ts';

const SEGMENTS = [
  ...codeSegments,
  ...cohortSegments,
  ...aiSegments,
  ...pullRequestSegments,
  ...defectReleaseSegments,
  ...issueSprintSegments,
];

export const SEGMENT_NAMES: readonly string[] = SEGMENTS.map(({ segment }) => segment);
const bySegment = new Map(SEGMENTS.map((segment) => [segment.segment, segment]));

const aiNames = new Set(aiSegments.map(({ segment }) => segment));
/** Whether it speaks of AI, so that how much is known of it has to stand beside it. */
export const isAboutAi = ({ segment }: Segment): boolean => aiNames.has(segment);

export const allSegments = (): readonly Segment[] => SEGMENTS;

export function findSegment(name: string): Segment {
  const segment = bySegment.get(name);
  if (!segment) throw new Error(`no segment is called ${name}`);
  return segment;
}

export const viewsOf = (segment: Segment): SegmentView[] => [
  ...new Set(Object.values(segment.measures).map((measure) => measure.view)),
];

/** Whether the rows of the views have what an aggregation splits by. */
const CAN_SPLIT: Record<Aggregation, (view: SegmentView) => boolean> = {
  none: () => true,
  ai_cohort: ({ hasCommitter }) => hasCommitter,
  ai_provider: ({ hasProvider }) => hasProvider ?? false,
  committer: ({ hasCommitter }) => hasCommitter,
  repo: ({ hasRepo }) => hasRepo,
  repo_path: ({ hasRepo }) => hasRepo,
  team: ({ hasCommitter }) => hasCommitter,
};

const canSplit = (segment: Segment, aggregation: Aggregation): boolean =>
  viewsOf(segment).every(CAN_SPLIT[aggregation]);

/** The dimensions a segment may be split by; the first is the default. */
export function aggregationsOf(segment: Segment): Aggregation[] {
  if (segment.only) return segment.only;
  if (segment.breakdown || formulaSeries(segment) !== null) return ['none'];
  return AGGREGATIONS.filter((aggregation) => canSplit(segment, aggregation));
}

export const takesProvider = (segment: Segment): boolean => viewsOf(segment).some((view) => view.readsUsage);

/** At boot: a wrong declaration stops the service before it serves a request. */
export function checkRegistry(segments: readonly Segment[] = SEGMENTS): void {
  for (const segment of segments) checkSegment(segment);
  const names = segments.map(({ segment }) => segment);
  if (new Set(names).size !== names.length) throw new Error('two segments have one name');
}

function checkSegment(segment: Segment): void {
  const lengths: readonly string[] = INTERVAL_LENGTHS;
  const used = new Set(formulasOf(segment).flatMap(namesOf));
  const fail = (why: string) => {
    throw new Error(`segment ${segment.segment}: ${why}`);
  };
  for (const name of used) {
    if (!segment.measures[name] && !lengths.includes(name)) fail(`its formula names ${name}, which is no measure`);
  }
  for (const name of Object.keys(segment.measures)) {
    if (!used.has(name)) fail(`no formula uses its measure ${name}`);
    if (lengths.includes(name)) fail(`${name} is the interval's own`);
  }
  if (segment.breakdown && viewsOf(segment).length > 1) fail('a breakdown needs a single view');
  const lists = viewsOf(segment).map(({ records }) => records);
  if (new Set(lists).size !== lists.length) fail('two of its views have their records in one audit');
  for (const { view, aggregate } of Object.values(segment.measures)) {
    const unknown = [...aggregate.columns].find((column) => !Object.hasOwn(view.columns, column));
    if (unknown) fail(`a measure uses the column ${unknown}, which ${view.name} does not have`);
  }
  for (const aggregation of segment.only ?? []) {
    if (!canSplit(segment, aggregation)) fail(`it cannot be split by ${aggregation}`);
  }
}

/** The body of `GET /segment_introspections` for a segment. */
export function introspect(segment: Segment) {
  const aggregations = aggregationsOf(segment);
  const views = viewsOf(segment);
  return {
    segment_em: segment.segment,
    title: segment.title,
    description: segment.description,
    unit: segment.unit,
    value_precision: segment.precision,
    interval_ems: segment.interval ? [segment.interval] : [...INTERVALS],
    aggregation_options: aggregations,
    default_aggregation: segment.only?.[0] ?? 'none',
    facts: views.map((view) => view.name),
    scope: [...new Set(views.map((view) => view.counts))].join(' '),
    resource_types: views.map((view) => view.records),
    formula: formulaText(segment),
    definition_version: DEFINITION_VERSION,
    definition_changes: changesOf(segment.segment).map(({ date, version, note }) => ({ date, version, note })),
    additive: isAdditive(segment),
    empty_value: emptyValue(segment),
  };
}

function formulaText(segment: Segment): string {
  const series = formulaSeries(segment);
  const spelled = formulasOf(segment).map((formula) =>
    writeFormula(formula, (name) => {
      const measure = segment.measures[name];
      return measure ? `${overCommits(measure.aggregate.text)} of ${measure.view.name}` : name;
    }),
  );
  return series ? series.map((name, index) => `${name}: ${spelled[index]}`).join('; ') : (spelled[0] ?? '');
}
