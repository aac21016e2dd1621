import { type Fact, SHARED_VIEWS } from './fact.ts';
import { spellAppliedAgain } from './facts/applied-again.ts';
import type { Aggregation, Breakdown, Interval, Measure, Segment } from './segment.ts';

/**
 * One statement a segment. Each fact is read once and gives all its measures by interval and series; several facts are
 * stacked, brought to one row an interval and series, and the formula is worked out on that row:
 *
 *   WITH people …
 *   SELECT bucket, series, formula FROM (
 *     SELECT bucket, series, max(m_a) AS a, max(m_b) AS b FROM (
 *       SELECT bucket, series, sum(…) AS m_a, NULL AS m_b FROM (fact one) GROUP BY bucket, series
 *       UNION ALL
 *       SELECT bucket, series, NULL, count() AS m_b FROM (fact two) GROUP BY bucket, series
 *     ) GROUP BY bucket, series)
 *
 * Every value that a caller gives is a bound parameter; the text depends on the declaration alone.
 */
export interface Shape {
  interval: Interval;
  aggregation: Aggregation;
  /** The question is about one team: only what its members did while they were. */
  ofTeam: boolean;
  /** One series, whatever the segment's own. */
  suppressed: boolean;
  /** The commits that were applied before are bound as a list; else the statement searches for them. */
  appliedAreListed?: boolean;
}

const BUCKETS: Record<Interval, (at: string) => string> = {
  daily: (at) => `toDate32(${at})`,
  weekly: (at) => `toDate32(toStartOfWeek(${at}, 1))`,
  monthly: (at) => `toDate32(toStartOfMonth(${at}))`,
};

export const COHORTS = ['Power', 'Regular', 'Periodic', 'Sparse', 'Non-AI'] as const;

export function compileSegment(segment: Segment, shape: Shape): string {
  const facts = [...Map.groupBy(Object.entries(segment.measures), ([, measure]) => measure.fact)];
  const names = Object.keys(segment.measures);
  const { breakdown } = segment;
  const isAlone = facts.length === 1;
  const written = typeof segment.y === 'string' ? [segment.y] : Object.values(segment.y);
  const formulas = isAlone ? written.map((formula) => overMeasures(segment, formula)) : written;
  const lengths = intervalColumns(written);
  const stacked = facts
    .map(([fact, measures]) => selectFact(fact, new Map(measures), names, shape, breakdown, isAlone ? lengths : ''))
    .join('\n    UNION ALL\n');
  const top =
    breakdown && 'column' in breakdown && breakdown.top && !shape.suppressed
      ? `\nWHERE series IN (SELECT series FROM totals ORDER BY total DESC, series LIMIT ${breakdown.top})`
      : '';
  const measured = Object.entries(segment.measures).map(([name, measure]) =>
    isCounted(measure) ? `ifNull(max(m_${name}), 0) AS ${name}` : `max(m_${name}) AS ${name}`,
  );
  const rows = isAlone
    ? stacked
    : `
  SELECT bucket, series, ${measured.join(', ')}${lengths}
  FROM (${stacked}
  )
  GROUP BY bucket, series`;
  const views = viewsFor(stacked);
  if (top) views.push(`totals AS (SELECT series, sum(${formulas[0]}) AS total FROM (${rows}) GROUP BY series)`);
  const sql = `${
    views.length > 0
      ? `WITH ${views.join(',\n')}
`
      : ''
  }SELECT toString(bucket) AS bucket, series, ${formulas.map((formula, index) => `${formula} AS y_${index}`).join(', ')}
FROM (${rows}
)${top}
ORDER BY bucket, series`;
  return spellAppliedAgain(sql, shape.appliedAreListed ?? false);
}

function selectFact(
  fact: Fact,
  measures: Map<string, Measure>,
  names: string[],
  shape: Shape,
  breakdown: Breakdown | undefined,
  also: string,
): string {
  const columns = names.map((name) => {
    const measure = measures.get(name);
    return measure
      ? `CAST(${measure.aggregate} AS Nullable(Float64)) AS m_${name}`
      : `CAST(NULL AS Nullable(Float64)) AS m_${name}`;
  });
  const { series, rows } = rowsOf(
    fact,
    [...measures.values()].map(({ aggregate }) => aggregate).join(' '),
    shape,
    breakdown,
  );
  return `    SELECT ${BUCKETS[shape.interval]('at')} AS bucket, ${series} AS series, ${columns.join(', ')}${also}
    ${rows}
    GROUP BY bucket, series`;
}

/** A formula over the columns of the only fact's rows, where nothing counted is 0. */
const overMeasures = ({ measures }: Segment, formula: string): string =>
  formula.replace(/[a-z_]+\b(?!\()/gi, (name) => {
    const measure = measures[name];
    if (!measure) return name;
    return isCounted(measure) ? `ifNull(m_${name}, 0)` : `m_${name}`;
  });

/** From where to where a fact's rows are read, and what names their series. */
export function rowsOf(fact: Fact, asked: string, shape: Shape, breakdown: Breakdown | undefined, also: string[] = []) {
  const { series, joins, conditions } = seriesOf(fact, shape, breakdown);
  if (shape.ofTeam && fact.hasCommitter) {
    joins.push(
      'INNER JOIN (SELECT * FROM memberships WHERE team_id = {team_id:UInt64}) AS own ON own.member = fact.committer',
    );
    conditions.push(duringMembership('own'));
  }
  const text = [asked, ...joins, ...conditions, ...also, series].join(' ');
  const where = [...conditions, ...also];
  const rows = `FROM (${fact.sql((column) => new RegExp(`\\b${column}\\b`).test(text))}
    ) AS fact
    ${joins.join('\n    ')}
    ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}`;
  return { series, rows };
}

const duringMembership = (alias: string) =>
  `toInt32(toDate32(fact.at)) >= ${alias}.since AND toInt32(toDate32(fact.at)) < ${alias}.until`;

interface Series {
  series: string;
  joins: string[];
  conditions: string[];
}

export function seriesOf(fact: Fact, shape: Shape, breakdown: Breakdown | undefined): Series {
  if (breakdown && 'map' in breakdown) {
    const { map } = breakdown;
    return {
      series: shape.suppressed ? `''` : 'toString(part)',
      joins: [`ARRAY JOIN mapKeys(${map}) AS part, mapValues(${map}) AS amount`],
      conditions: [],
    };
  }
  if (breakdown) {
    return {
      series: shape.suppressed ? `''` : `toString(${breakdown.column})`,
      joins: [],
      conditions: [`${breakdown.column} != ''`],
    };
  }
  switch (shape.aggregation) {
    case 'none':
      return { series: `''`, joins: [], conditions: [] };
    case 'committer':
      return { series: 'toString(fact.committer)', joins: [], conditions: ['fact.committer != 0'] };
    case 'repo':
    case 'repo_path':
      return { series: 'toString(fact.repo_id)', joins: [], conditions: [] };
    case 'ai_provider':
      return { series: 'toString(provider)', joins: [], conditions: [] };
    case 'ai_cohort':
      return {
        series: `if(used.cohort = '', 'Non-AI', used.cohort)`,
        joins: [
          `LEFT JOIN ${fact.cohortAt ? 'all_cohorts' : 'cohorts'} AS used ON used.cohort_user = fact.committer AND used.week = toDate32(toStartOfWeek(fact.${fact.cohortAt ?? 'at'}, 1))`,
        ],
        conditions: ['fact.committer != 0'],
      };
    case 'team':
      return {
        series: 'toString(counted.team_id)',
        joins: ['INNER JOIN memberships AS counted ON counted.member = fact.committer'],
        conditions: [
          duringMembership('counted'),
          '(empty(counted.team_repos) OR fact.repo_id = 0 OR has(counted.team_repos, fact.repo_id))',
        ],
      };
  }
}

const isCounted = (measure: Measure): boolean => ['sum', 'count', 'distinct'].includes(measure.kind);

/** How long the interval is, where a formula asks. */
function intervalColumns(formulas: string[]): string {
  const asked = ['days', 'working_days'].filter((name) =>
    formulas.some((formula) => new RegExp(`\\b${name}\\b`).test(formula)),
  );
  return asked
    .map((name) => `, {bucket_${name}:Array(UInt32)}[indexOf({buckets:Array(Date32)}, bucket)] AS ${name}`)
    .join('');
}

/** The shared views that the text names, in an order in which each stands before its use. */
export const viewsFor = (text: string): string[] =>
  Object.entries(SHARED_VIEWS)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))
    .map(([name, view]) => `${name} AS (${view}\n)`);
