import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { type DiffDeltaWeights, diffDeltaWeightsSchema } from '@linescope/contract/diff-delta-weights';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { z } from 'zod';
import { lineDelta, sixDecimals } from './line-delta.ts';
import { commitKey, commitLookup, scoreFact, VERSION_DIGITS, versionText } from './sha-facts.ts';
import { bound, fragment, joinFragments, type SqlFragment } from './sql.ts';

/** Scores of an entity under weights of its own. */
export interface ScoreVersion {
  version: number;
  weights: DiffDeltaWeights;
}

const versionRow = z.object({ version: z.number(), weights: diffDeltaWeightsSchema, is_finished: z.boolean() });

/** Those that commits must be scored by: the newest that is whole, which answers follow, and the one that is being derived. */
export async function scoreVersionsInUse(
  db: Queryable,
  entityId: number,
): Promise<(ScoreVersion & { isWhole: boolean })[]> {
  const versions = await db.many(
    versionRow,
    `SELECT version, weights, finished_at IS NOT NULL AS is_finished FROM derivations
     WHERE entity_id = $1 AND derivation = 'diff_delta' ORDER BY version DESC`,
    [entityId],
  );
  const current = versions.findIndex((row) => row.is_finished);
  const inUse = current === -1 ? versions : versions.slice(0, current + 1);
  return inUse.map(({ version, weights, is_finished: isWhole }) => ({ version, weights, isWhole }));
}

const SCORES_FOLLOWED = {
  name: 'scores_followed',
  text: `SELECT version, weights FROM derivations WHERE entity_id = $1 AND derivation = 'diff_delta' AND finished_at IS NOT NULL
     ORDER BY version DESC LIMIT 1`,
};

/** The scores that answers follow; null where these are as imported. */
export const readScoresFollowed = (db: Queryable, entityId: number): Promise<ScoreVersion | null> =>
  db.maybe(z.object({ version: z.number(), weights: diffDeltaWeightsSchema }), SCORES_FOLLOWED, [entityId]);

const entityRow = z.object({ entity_id: z.number() });

/** Entities whose answers follow weights of their own. */
export const entitiesWithWeights = async (db: Queryable): Promise<number[]> =>
  (
    await db.many(
      entityRow,
      `SELECT DISTINCT entity_id FROM derivations WHERE derivation = 'diff_delta' AND finished_at IS NOT NULL ORDER BY entity_id`,
    )
  ).map(({ entity_id: id }) => id);

/** Asks for scores by new weights; a version that is not whole yet is given up for it. False where this one or a newer is known. */
export async function requestScores(
  tx: Transaction,
  entityId: number,
  { version, weights }: ScoreVersion,
): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO derivations (entity_id, derivation, version, weights)
     SELECT $1, 'diff_delta', $2, $3
     WHERE NOT EXISTS (SELECT FROM derivations WHERE entity_id = $1 AND derivation = 'diff_delta' AND version >= $2)`,
    [entityId, version, JSON.stringify(weights)],
  );
  if (added === 0) return false;
  await tx.run(
    `DELETE FROM derivations WHERE entity_id = $1 AND derivation = 'diff_delta' AND version < $2 AND finished_at IS NULL`,
    [entityId, version],
  );
  return true;
}

export interface ScoredRepo {
  entityId: number;
  repoId: number;
}

const ofRepo = ({ entityId, repoId }: ScoredRepo): SqlFragment =>
  fragment`entity_id = ${bound('entity_id', 'UInt64', entityId)} AND repo_id = ${bound('repo_id', 'UInt64', repoId)}`;

/**
 * Imported commits of which the version has no row of the same run: in the scores themselves, and in the tables that
 * ClickHouse fills from them, which a crash may leave behind.
 */
function isMissing(scope: SqlFragment, version: number): SqlFragment {
  const of = bound('score_version', 'UInt32', version);
  const absentFrom = (table: string) =>
    fragment`(repo_id, sha, version) NOT IN (SELECT repo_id, sha, version FROM ${table} FINAL WHERE ${scope} AND score_version = ${of})`;
  const key = commitKey('repo_id', 'toString(sha)');
  const fact = bound('score_fact', 'String', scoreFact(version));
  const absentFromFacts = fragment`(${key}, ${versionText('version')}) NOT IN (
    SELECT commit_key, substring(facts[${fact}], 1, ${VERSION_DIGITS}) FROM sha_facts FINAL
    WHERE ${scope} AND lookup IN (SELECT ${commitLookup('repo_id', 'toString(sha)')} FROM commit_scores WHERE ${scope} AND score_version = 0))`;
  return fragment`(${absentFrom('commit_scores')} OR ${absentFromFacts} OR (notEmpty(issue_keys) AND ${absentFrom('issue_commits')}))`;
}

const SETTINGS = {
  do_not_merge_across_partitions_select_final: 1,
  // Which commits are read is a matter of keys alone, so that other versions of a row need not be compared first.
  optimize_move_to_prewhere_if_final: 1,
  max_execution_time: 300,
  max_memory_usage: 1_200_000_000,
};

/** How many commits each repo of the entity still misses, and how many there are. */
export const countMissing = (clickHouse: ClickHouse, entityId: number, version: number) => {
  const scope = fragment`entity_id = ${bound('entity_id', 'UInt64', entityId)}`;
  return clickHouse.query({
    name: 'scores_missing_by_repo',
    ...fragment`
      SELECT repo_id, count() AS total, countIf(${isMissing(scope, version)}) AS missing
      FROM commit_scores FINAL WHERE ${scope} AND score_version = 0 GROUP BY repo_id ORDER BY repo_id`,
    row: z.object({ repo_id: z.number(), total: z.number(), missing: z.number() }),
    settings: SETTINGS,
  });
};

/** Newest first, as imports deliver. */
export const findMissing = (clickHouse: ClickHouse, repo: ScoredRepo, version: number) =>
  clickHouse.query({
    name: 'scores_missing',
    ...fragment`
      SELECT toString(sha) AS sha, lines FROM commit_scores FINAL
      WHERE ${ofRepo(repo)} AND score_version = 0 AND ${isMissing(ofRepo(repo), version)}
      ORDER BY authored_at DESC, sha LIMIT 200000`,
    row: z.object({ sha: z.string(), lines: z.number() }),
    settings: SETTINGS,
  });

/**
 * Scores commits from their stored lines, as a row of the version beside the imported one. Only those whose lines are all there: the parts
 * of a large commit come in several batches. What does not depend on weights is as imported.
 */
export function insertScores(
  clickHouse: ClickHouse,
  repo: ScoredRepo,
  { version, weights }: ScoreVersion,
  shas: readonly string[],
  { evenPartly = false } = {},
): Promise<void> {
  const chosen = bound('shas', 'Array(FixedString(40))', shas);
  const sum = (column: string) => sixDecimals(fragment`line.${column}`);
  // As stored by imports, a sum of nothing has no key.
  const byKey = (column: string) =>
    fragment`mapFilter((key, value) -> value != 0, mapApply((key, value) -> (key, ${sixDecimals(fragment`value`)}), line.${column}))`;
  const derived: Record<string, SqlFragment> = {
    formula_version: fragment`toString(${bound('score_version', 'UInt32', version)})`,
    score_version: bound('score_version', 'UInt32', version),
    delta: sum('delta'),
    churn_delta: sum('churn_delta'),
    ai_delta: sum('ai_delta'),
    old_code_delta: sixDecimals(fragment`line.delta_by_provenance['over_1_year']`),
    delta_by_operation: byKey('delta_by_operation'),
    delta_by_category: byKey('delta_by_category'),
    delta_by_provenance: byKey('delta_by_provenance'),
  };
  const names = commitScoresTable.columnNames;
  const columns = joinFragments(
    names.map((name) => derived[name] ?? `base.${name}`),
    ', ',
  );
  // Of a commit that was imported again, the lines of the newest run count.
  const statement = fragment`
    INSERT INTO commit_scores (${names.join(', ')})
    SELECT ${columns}
    FROM (SELECT * FROM commit_scores FINAL WHERE ${ofRepo(repo)} AND score_version = 0 AND sha IN ${chosen}) AS base
    LEFT JOIN (
      SELECT sha, version, countIf(scored) AS lines, sum(own_delta) AS delta, sumIf(own_delta, churn) AS churn_delta, sumIf(own_delta, ai_authored) AS ai_delta,
        sumMap(map(toString(operation), own_delta)) AS delta_by_operation, sumMap(map(toString(category), own_delta)) AS delta_by_category,
        sumMap(map(toString(provenance), own_delta)) AS delta_by_provenance
      FROM (
        SELECT sha, version, operation, category, provenance, churn, ai_authored, scored, ${lineDelta(weights)} AS own_delta
        FROM line_changes FINAL WHERE ${ofRepo(repo)} AND sha IN ${chosen}
      )
      GROUP BY sha, version ORDER BY sha, version DESC LIMIT 1 BY sha
    ) AS line ON line.sha = base.sha AND NOT base.is_merge
    WHERE base.is_merge OR line.lines = base.lines OR ${bound('even_partly', 'Bool', evenPartly)}`;
  return clickHouse.command(statement.sql, {
    params: statement.params,
    settings: { ...SETTINGS, deduplicate_blocks_in_dependent_materialized_views: 1 },
  });
}
