import type { Fact } from './fact.ts';
import { AGGREGATIONS, type Aggregation, emptyValue, INTERVALS, isAdditive, namesIn, type Segment } from './segment.ts';
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

/** Names that formulas may use besides measures. */
const INTERVAL_NAMES = ['days', 'working_days'];
const SQL_NAMES = ['part', 'IS', 'NOT', 'NULL'];

export const SEGMENT_NAMES: readonly string[] = SEGMENTS.map(({ segment }) => segment);
const bySegment = new Map(SEGMENTS.map((segment) => [segment.segment, segment]));

export const allSegments = (): readonly Segment[] => SEGMENTS;

export function findSegment(name: string): Segment {
  const segment = bySegment.get(name);
  if (!segment) throw new Error(`no segment is called ${name}`);
  return segment;
}

export const factsOf = (segment: Segment): Fact[] => [
  ...new Set(Object.values(segment.measures).map((measure) => measure.fact)),
];

/** How a segment may be split; the first is what it is by itself. */
export function aggregationsOf(segment: Segment): Aggregation[] {
  if (segment.only) return segment.only;
  if (segment.breakdown || typeof segment.y !== 'string') return ['none'];
  const facts = factsOf(segment);
  const fits: Record<Aggregation, boolean> = {
    none: true,
    ai_cohort: facts.every((fact) => fact.hasCommitter),
    ai_provider: facts.every((fact) => fact.hasProvider),
    committer: facts.every((fact) => fact.hasCommitter),
    repo: facts.every((fact) => fact.hasRepo),
    repo_path: facts.every((fact) => fact.hasRepo),
    team: facts.every((fact) => fact.hasCommitter),
  };
  return AGGREGATIONS.filter((aggregation) => fits[aggregation]);
}

export const takesProvider = (segment: Segment): boolean => factsOf(segment).some((fact) => fact.readsUsage);

/** At boot: a wrong declaration stops the service before it answers anything. */
export function checkRegistry(segments: readonly Segment[] = SEGMENTS): void {
  for (const segment of segments) checkSegment(segment);
  const names = segments.map(({ segment }) => segment);
  if (new Set(names).size !== names.length) throw new Error('two segments have one name');
}

function checkSegment(segment: Segment): void {
  const formulas = typeof segment.y === 'string' ? [segment.y] : Object.values(segment.y);
  const known = new Set([...Object.keys(segment.measures), ...INTERVAL_NAMES, ...SQL_NAMES]);
  const fail = (why: string) => {
    throw new Error(`segment ${segment.segment}: ${why}`);
  };
  for (const formula of formulas) {
    const unknown = namesIn(formula).find((name) => !known.has(name));
    if (unknown) fail(`its formula names ${unknown}, which is no measure`);
  }
  for (const name of Object.keys(segment.measures)) {
    if (!formulas.some((formula) => namesIn(formula).includes(name))) fail(`no formula uses its measure ${name}`);
    if (INTERVAL_NAMES.includes(name)) fail(`${name} is the interval's own`);
  }
  if (segment.breakdown && factsOf(segment).length > 1) fail('a breakdown needs a single fact');
  const lists = factsOf(segment).map(({ records }) => records);
  if (new Set(lists).size !== lists.length) fail('two of its facts have their records in one list');
  for (const aggregation of segment.only ?? []) {
    const facts = factsOf(segment);
    const fits =
      aggregation === 'ai_provider'
        ? facts.every((fact) => fact.hasProvider)
        : aggregation === 'repo' || aggregation === 'repo_path'
          ? facts.every((fact) => fact.hasRepo)
          : facts.every((fact) => fact.hasCommitter);
    if (!fits) fail(`it cannot be split by ${aggregation}`);
  }
}

/** What `GET /segment_introspections` says of a segment. */
export function introspect(segment: Segment) {
  const aggregations = aggregationsOf(segment);
  return {
    segment_em: segment.segment,
    title: segment.title,
    description: segment.description,
    unit: segment.unit,
    value_precision: segment.precision,
    interval_ems: segment.interval ? [segment.interval] : [...INTERVALS],
    aggregation_options: aggregations,
    default_aggregation: segment.only?.[0] ?? 'none',
    facts: factsOf(segment).map((fact) => fact.name),
    resource_types: factsOf(segment).map((fact) => fact.records),
    formula: formulaText(segment),
    additive: isAdditive(segment),
    empty_value: emptyValue(segment),
  };
}

function formulaText(segment: Segment): string {
  const spell = (formula: string) =>
    formula.replace(/[a-z_]+\b(?!\()/gi, (name) => {
      const measure = segment.measures[name];
      return measure ? `${measure.aggregate} of ${measure.fact.name}` : name;
    });
  return typeof segment.y === 'string'
    ? spell(segment.y)
    : Object.entries(segment.y)
        .map(([series, formula]) => `${series}: ${spell(formula)}`)
        .join('; ');
}
