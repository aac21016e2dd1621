import { addDays } from '@linescope/contract/days';
import { type DiffDeltaWeights, diffDeltaWeightsSchema, weightFaults } from '@linescope/contract/diff-delta-weights';
import { invalidParameters } from '@linescope/contract/fault';
import { count, day, id, integer } from '@linescope/contract/output-fields';
import type { Principal } from '@linescope/contract/principal';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { diffDeltaVersion, type ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';
import { commits } from '../segments/views/commit-views.ts';
import { lineDelta } from '../store/line-delta.ts';
import { bindTemplate, bound, fragment } from '../store/sql.ts';
import { buildReportQuery, parseReportQuery, type ReportQuery } from './report-query.ts';
import { nameSeries } from './series-names.ts';
import { roundTo } from './shape-series.ts';

const DAYS = 90;
/** Of those whose Diff Delta changes, the largest. */
const MOST_SHOWN = 20;

const change = { before: z.number(), after: z.number() };
export const previewSchema = z
  .object({
    start_date: day,
    end_date: day,
    diff_delta_version: integer,
    diff_delta_weights: diffDeltaWeightsSchema,
    commit_count: count,
    ...change,
    change_percent: z.number().nullable(),
    repos: z.array(z.object({ repo_path: z.string(), ...change })),
    committers: z.array(z.object({ user_name: z.string(), ...change })),
  })
  .meta({
    id: 'DiffDeltaPreview',
    description: 'Diff Delta by the weights that answers follow (before) and by the given ones (after).',
  });
type Preview = z.output<typeof previewSchema>;

const cellRow = z.object({
  repo_id: id,
  committer: z.number(),
  commits: z.number(),
  before: z.number(),
  after: z.number(),
});
type Cell = z.output<typeof cellRow>;

export type PreviewDiffDelta = ReturnType<typeof createDiffDeltaPreviewer>;

/** What other weights would make of the entity's last 90 days, from stored lines; nothing is written. */
export function createDiffDeltaPreviewer(
  context: Pick<Context, 'clickHouse' | 'now'>,
  resolveQueryScope: ResolveQueryScope,
) {
  return async (principal: Pick<Principal, 'entityId' | 'entitySlug'>, given: unknown): Promise<Preview> => {
    const parsed = diffDeltaWeightsSchema.safeParse(given);
    if (!parsed.success) throw invalidParameters(weightFaults('diff_delta_weights', parsed.error));
    const now = context.now();
    const admin: Principal = { tokenId: 1, userId: 1, ...principal, role: 'super_admin' };
    const input = {
      resource_path: principal.entitySlug,
      segment_by: 'diff_delta',
      aggregate_by: 'none' as const,
      days_ago: DAYS,
      suppress_aggregation: false,
    };
    const queryScope = await resolveQueryScope(admin, input);
    const query = buildReportQuery(parseReportQuery(input, now), queryScope, admin, now);
    const cells = await readCells(context, query, parsed.data);
    const total = sumOf(cells);
    const shown = (by: keyof Cell, aggregation: 'repo_path' | 'committer') =>
      largest(
        cells,
        (cell) => String(cell[by]),
        (keys) => nameSeries({ ...query, aggregation }, keys),
      );
    return {
      start_date: query.range.from,
      end_date: addDays(query.range.until, -1),
      diff_delta_version: diffDeltaVersion(queryScope),
      diff_delta_weights: parsed.data,
      commit_count: cells.reduce((sum, cell) => sum + cell.commits, 0),
      ...total,
      change_percent: total.before === 0 ? null : roundTo((100 * (total.after - total.before)) / total.before, 1),
      repos: shown('repo_id', 'repo_path').map(({ name, ...own }) => ({ repo_path: name, ...own })),
      committers: shown('committer', 'committer').map(({ name, ...own }) => ({ user_name: name, ...own })),
    };
  };
}

/** Commits as reports count them, with what their lines score by the weights. */
function readCells({ clickHouse }: Pick<Context, 'clickHouse'>, query: ReportQuery, weights: DiffDeltaWeights) {
  const counted = commits.sql({
    uses: (column) => column === 'sha' || column === 'delta',
    wholeEntity: true,
    byRepo: false,
    fromDays: false,
    severalSources: false,
  });
  const { entity_id: entityId, from_ms: from, until_ms: until } = query.params;
  const inRange = fragment`authored_at >= fromUnixTimestamp64Milli(${bound('from_ms', 'Int64', from)}, 'UTC') AND authored_at < fromUnixTimestamp64Milli(${bound('until_ms', 'Int64', until)}, 'UTC')`;
  return clickHouse.query({
    name: 'diff_delta_preview',
    ...fragment`
      SELECT scored.repo_id AS repo_id, scored.committer AS committer, count() AS commits, sum(scored.delta) AS before, sum(line.own_delta) AS after
      FROM (${bindTemplate(counted, query.params)}) AS scored
      LEFT JOIN (
        SELECT repo_id, sha, version, sum(${lineDelta(weights)}) AS own_delta
        FROM line_changes FINAL
        WHERE entity_id = ${bound('entity_id', 'UInt64', entityId)} AND ${inRange}
        GROUP BY repo_id, sha, version ORDER BY version DESC LIMIT 1 BY repo_id, sha
      ) AS line ON line.repo_id = scored.repo_id AND line.sha = scored.sha
      GROUP BY repo_id, committer`,
    row: cellRow,
    settings: { do_not_merge_across_partitions_select_final: 1, max_execution_time: 30 },
  });
}

const sumOf = (cells: readonly Cell[]) => ({
  before: roundTo(
    cells.reduce((sum, cell) => sum + cell.before, 0),
    2,
  ),
  after: roundTo(
    cells.reduce((sum, cell) => sum + cell.after, 0),
    2,
  ),
});

function largest(
  cells: readonly Cell[],
  keyOf: (cell: Cell) => string,
  nameAll: (keys: string[]) => Map<string, string>,
) {
  const groups = [...Map.groupBy(cells, keyOf)].map(([key, own]) => ({ key, ...sumOf(own) }));
  const names = nameAll(groups.map(({ key }) => key));
  return groups
    .toSorted((one, other) => Math.max(other.before, other.after) - Math.max(one.before, one.after))
    .slice(0, MOST_SHOWN)
    .map(({ key, ...own }) => ({ name: names.get(key) ?? key, ...own }));
}
