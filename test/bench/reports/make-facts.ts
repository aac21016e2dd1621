import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { type Organization, TEAMS, YEAR } from './organizations.ts';

/**
 * Facts made inside the engine from row numbers alone, so that a seed is a history: commit n of an organization has the
 * sha of its number, and every other fact finds it by that. Of a hundred commits five are merges, ten are off the
 * default branch and one was applied twice; a quarter names an issue, a fifth holds AI lines.
 */
const COMMITS_AT_ONCE = 250_000;
const LINES_AT_ONCE = 500_000;
export const COMMITS_PER_PULL = 8;
const COMMITS_PER_DEFECT = 2_000;

const SHA = (number: string) => `lower(hex(SHA1(concat({seed:String}, ':', toString(${number})))))`;

/** `n` is the commit's number; the one applied again has the time, the author and the patch of the one before. */
const COMMIT = `
  SELECT number AS n, toUInt64(n - (n % 100 = 99)) AS change, cityHash64({seed:String}, change) AS h,
    ${SHA('n')} AS sha, {entity_id:UInt64} AS entity_id,
    {entity_id:UInt64} * 100 + intDiv(n, 7) % {repos:UInt64} AS repo_id,
    fromUnixTimestamp64Second(toInt64({year_start:Int64} + change * {year_seconds:Int64} / {commits:UInt64}), 'UTC') AS authored_at,
    authored_at + (n - change) * 3600 AS committed_at,
    {entity_id:UInt64} * 10000 + h % {committers:UInt64} + if(h % 11 = 0, 5000, 0) AS committer_id,
    h % 20 = 7 AS is_merge, h % 10 != 3 AS on_default_branch, 'existent' AS presence,
    lower(hex(sipHash128({seed:String}, change))) AS patch_id, h % 5 = 0 AS ai_authored,
    if(h % 4 = 0, [concat('ORG-', toString(intDiv(n, 10)))], []) AS issue_keys,
    toUInt32(h % 40 + 5) AS added, toUInt32(h % 13) AS changed, toUInt32(h % 7) AS deleted, 1 AS version
  FROM numbers({first:UInt64}, {count:UInt64})`;

const SCORES = `
  INSERT INTO commit_scores
  SELECT entity_id, repo_id, authored_at, sha, committer_id, is_merge, on_default_branch, presence, patch_id, ai_authored, '1' AS formula_version,
    added + changed + deleted * 2.5 AS delta, added + changed + deleted AS lines, added AS lines_added,
    map('add', added, 'chg', changed, 'del', deleted) AS lines_by_operation,
    map('add', toFloat64(added), 'chg', toFloat64(changed), 'del', deleted * 2.5) AS delta_by_operation,
    map('code', added, 'test', changed + deleted) AS lines_by_category,
    map('code', toFloat64(added), 'test', changed + deleted * 2.5) AS delta_by_category,
    map('new_code', added, 'under_2_weeks', changed, 'over_1_year', deleted) AS lines_by_provenance,
    map('new_code', toFloat64(added), 'under_2_weeks', toFloat64(changed), 'over_1_year', deleted * 2.5) AS delta_by_provenance,
    changed AS churn_lines, toFloat64(changed) AS churn_delta, toUInt32(h % 3) AS duplicate_lines,
    if(ai_authored, added, 0) AS ai_lines_added, 0 AS ai_lines_deleted, if(ai_authored, added, 0) AS ai_lines,
    if(ai_authored, toFloat64(added), 0) AS ai_delta, if(ai_authored, map('add', added), map()) AS ai_lines_by_operation, false AS line_records, deleted * 2.5 AS old_code_delta, toUInt32(h % 5) AS connective_calls,
    committed_at, issue_keys, h % 9 = 0 AS says_fix, version, 0 AS score_version
  FROM (${COMMIT})`;

/** Noted as the consumer of facts does when it stores commits. */
const COPIES = `
  INSERT INTO commit_copies
  SELECT entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version FROM commit_groups
  WHERE entity_id = {entity_id:UInt64} AND copy_group IN (
    SELECT copy_group FROM commit_groups WHERE entity_id = {entity_id:UInt64} GROUP BY copy_group HAVING count() > 1)`;

const COMMITS = `
  INSERT INTO commits
  SELECT entity_id, repo_id, sha, authored_at, committed_at, [${SHA('n - 1')}] AS parents, 'Someone' AS author_name,
    'someone@example.com' AS author_email, 'Someone' AS committer_name, 'someone@example.com' AS committer_email, committer_id,
    concat('Change number ', toString(n), if(notEmpty(issue_keys), concat(' for ', issue_keys[1]), '')) AS message,
    is_merge, on_default_branch, presence, patch_id, ai_authored, if(ai_authored, 1, 0) AS ai_confidence, '' AS ai_tool, '' AS ai_evidence, '' AS ai_model, false AS line_records,
    2 AS files_changed, added AS lines_added, deleted AS lines_deleted, issue_keys, committed_at AS stored_at, version
  FROM (${COMMIT})`;

const RELEASED = `
  INSERT INTO released_commits
  SELECT entity_id, repo_id, sha, {entity_id:UInt64} * 1000000 + toRelativeDayNum(authored_at) * 10 + repo_id % 10 AS release_id,
    toDateTime64(toStartOfDay(authored_at) + 90000, 3, 'UTC') AS released_at, version
  FROM (${COMMIT}) WHERE on_default_branch`;

/** A line of commit n was written by an earlier commit of the same repo, unless it is new. */
const LINES = `
  INSERT INTO line_changes
  SELECT entity_id, repo_id, concat('src/module-', toString(h % 50), '/file-', toString(intDiv(h, 50) % 20), '.ts') AS path, sha,
    0 AS hunk, line AS hunk_line, authored_at, committer_id, path AS path_before,
    if(operation = 'add', NULL, toUInt32(line + 1)) AS line_before, if(operation = 'del', NULL, toUInt32(line + 1)) AS line_after,
    ['add', 'add', 'add', 'add', 'add', 'chg', 'chg', 'chg', 'del', 'del'][line + 1] AS operation,
    concat('  const value', toString(h % 1000), ' = compute(', toString(line), ');') AS text,
    if(operation = 'add', NULL, ${SHA('greatest(n - 700, n % 7)')}) AS origin_sha, path AS origin_path, line_before AS origin_line,
    if(operation = 'add', NULL, authored_at - toIntervalDay(20)) AS origin_authored_at, origin_sha AS born_sha, origin_path AS born_path, origin_line AS born_line, operation != 'add' AND h % 5 = 0 AS origin_ai,
    if(operation = 'add', 'new_code', 'under_1_month') AS provenance, false AS churn, 'code' AS kind, 'compute' AS function_name, '' AS class_name,
    cityHash64(h, line) AS block_hash, false AS duplicate, ai_authored, if(ai_authored, 'declared', 'unknown') AS evidence_tier, false AS evidence_inherited, '' AS ai_tool, '' AS ai_model, 'code' AS category, 'TypeScript' AS language, true AS scored, false AS new_file, 1. AS delta, version
  FROM (SELECT *, toUInt32(arrayJoin(range({lines:UInt32}))) AS line FROM (${COMMIT}))`;

const PULLS = `
  INSERT INTO pull_requests
  SELECT entity_id, repo_id, intDiv(n, 7 * ${COMMITS_PER_PULL}) * 10 + repo_id % 10 AS number, entity_id * 1000000 + number AS pull_request_id,
    concat('Change ', toString(number)) AS title, concat('change-', toString(number)) AS branch_name, 'main' AS target_branch,
    any(committer_id) AS committer_id, 'merged' AS state, false AS draft, toDateTime64(max(authored_at), 3, 'UTC') AS opened_at,
    opened_at + 86400 AS updated_at, toNullable(opened_at + 86400) AS closed_at, closed_at AS merged_at, argMax(sha, n) AS merge_sha, '' AS squash_sha,
    merge_sha AS head_sha, groupArray(sha) AS commit_shas, groupArray(authored_at) AS commit_authored_at, toNullable(toDateTime64(min(authored_at), 3, 'UTC')) AS first_commit_authored_at,
    NULL AS first_commented_at, if(number % 3 = 0, NULL, toNullable(opened_at + 7200)) AS first_human_review_at,
    groupUniqArrayArray(issue_keys) AS issue_keys, '' AS url, any(version) AS version
  FROM (${COMMIT}) GROUP BY entity_id, repo_id, number`;

const REVIEWS = `
  INSERT INTO pr_reviews
  SELECT entity_id, repo_id, number, '1' AS review_id, committer_id + 1 AS committer_id, false AS bot, 'approved' AS verdict,
    assumeNotNull(first_human_review_at) AS submitted_at, head_sha AS commit_sha, 1 AS version
  FROM pull_requests WHERE entity_id = {entity_id:UInt64} AND first_human_review_at IS NOT NULL`;

const ISSUES = `
  INSERT INTO issues
  SELECT {entity_id:UInt64} AS entity_id, concat('ORG-', toString(number)) AS key, number AS issue_id, 'tracker_a' AS provider, 0 AS repo_id,
    concat('Issue ', toString(number)) AS title, if(number % 4 = 0, 'Bug', 'Story') AS type, 'Done' AS status, 'done' AS status_category,
    'Medium' AS priority, {entity_id:UInt64} * 10000 + number % {committers:UInt64} AS assignee_committer_id, '' AS assignee_name,
    toNullable(toFloat64(number % 8)) AS story_points, '' AS epic_key, false AS is_epic, 'ORG' AS project_name,
    fromUnixTimestamp64Milli(toInt64(({year_start:Int64} + number * 10 * {year_seconds:Int64} / {commits:UInt64}) * 1000), 'UTC') AS created_at,
    toNullable(created_at + 86400) AS started_at, toNullable(created_at + 86400 * 4) AS resolved_at, false AS is_critical_defect, '' AS url, false AS deleted, 1 AS version
  FROM numbers(intDiv({commits:UInt64}, 10))`;

const RELEASES = `
  INSERT INTO releases
  SELECT entity_id, repo_id, release_id, '' AS name, any(sha) AS sha, '' AS previous_sha, any(assumeNotNull(released_at)) AS released_at, 'api' AS triggered_by,
    0 AS deployed_by_committer_id, [] AS defect_keys, [] AS issue_keys, false AS removed, 1 AS version
  FROM released_commits WHERE entity_id = {entity_id:UInt64} GROUP BY entity_id, repo_id, release_id`;

const DEFECTS = `
  INSERT INTO defects
  SELECT entity_id, n + 1 AS defect_id, concat('D-', toString(n)) AS defect_key, '' AS category, NULL AS severity, 0 AS organization_id, repo_id,
    [repo_id] AS repo_ids, toDateTime64(authored_at - 86400, 3, 'UTC') AS detected_at, toNullable(detected_at + 3600) AS first_fix_activity_at,
    toNullable(detected_at + 86400) AS first_fix_merged_at, toNullable(detected_at + 172800) AS first_fix_released_at,
    first_fix_released_at AS resolved_at, [sha] AS fix_shas, [repo_id] AS fix_repo_ids, false AS removed, 1 AS version
  FROM (${COMMIT}) WHERE n % ${COMMITS_PER_DEFECT} = 0`;

const COMMITTERS = `
  INSERT INTO committers
  SELECT {entity_id:UInt64} AS entity_id, {entity_id:UInt64} * 10000 + number % {committers:UInt64} + if(number < {committers:UInt64}, 0, 5000) AS committer_id,
    {entity_id:UInt64} * 10000 + number % {committers:UInt64} AS primary_id, 0 AS user_id, concat('dev-', toString(number)) AS user_name,
    concat('Developer ', toString(number)) AS full_name, '' AS email, '' AS git_provider_id, '' AS avatar_url,
    'processing_stats' AS processing_status, false AS bot, true AS has_seat, 1 AS version
  FROM numbers({committers:UInt64} * 2)`;

const TEAM_ROWS = `
  INSERT INTO teams
  SELECT {entity_id:UInt64} AS entity_id, {entity_id:UInt64} * 100 + number AS team_id, concat('Team ', toString(number)) AS name, concat('team-', toString(number)) AS slug,
    0 AS parent_team_id, '' AS board_id, [] AS repo_paths,
    arrayMap(k -> {entity_id:UInt64} * 10000 + k, arrayFilter(k -> k % ${TEAMS} = number, range({committers:UInt64}))) AS member_ids,
    arrayMap(id -> toDate32('2024-01-01'), member_ids) AS member_from, arrayMap(id -> toDate32('2299-12-31'), member_ids) AS member_until, [] AS manager_user_ids, '' AS external_source,
    false AS removed, 1 AS version
  FROM numbers(${TEAMS})`;

/** Half of the committers use an assistant, on working days. */
const USAGE = `
  INSERT INTO ai_usage
  SELECT {entity_id:UInt64} AS entity_id, toDate32(fromUnixTimestamp64Second({year_start:Int64}, 'UTC')) + intDiv(number, {committers:UInt64}) AS date,
    'vendorA_assistant' AS provider, 'm' AS model, {entity_id:UInt64} * 10000 + number % {committers:UInt64} AS committer_id, 0 AS team_id, 0 AS organization_id, 0 AS repo_id, '' AS source,
    20 AS lines_added, 3 AS lines_deleted, 20 AS prompted_suggest_count, number % 15 AS prompted_accept_count, 10 AS tab_suggest_count,
    5 AS tab_accept_count, 40. AS cents_cost, 0 AS input_tokens, 0 AS output_tokens, 1 AS version
  FROM numbers({committers:UInt64} * ${YEAR.days}) WHERE number % {committers:UInt64} % 2 = 0 AND toDayOfWeek(date) < 6`;

export async function makeFacts(clickHouse: ClickHouse, one: Organization, lines: number): Promise<void> {
  const insert = inserterOf(clickHouse, one, lines);
  const inChunks = async (sql: string, size: number) => {
    for (let first = 0; first < one.commits; first += size)
      await insert(sql, first, Math.min(size, one.commits - first));
  };
  for (const sql of [COMMITTERS, TEAM_ROWS, USAGE, ISSUES]) await insert(sql, 0, one.commits);
  for (const sql of [SCORES, COMMITS, RELEASED]) await inChunks(sql, COMMITS_AT_ONCE);
  for (const sql of [COPIES, PULLS, DEFECTS, REVIEWS, RELEASES]) await insert(sql, 0, one.commits);
  await inChunks(LINES, Math.max(Math.floor(LINES_AT_ONCE / lines), 1));
}

/** As many issues as commits: what audits list, without lines, some at a time. The place to go on from next time is input. */
export async function makeAudited(
  clickHouse: ClickHouse,
  one: Organization,
  from: number,
  made: (upTo: number) => Promise<boolean>,
): Promise<void> {
  const insert = inserterOf(clickHouse, one, 0);
  const issues = ISSUES.replace(
    'numbers(intDiv({commits:UInt64}, 10))',
    'numbers({first:UInt64}, {count:UInt64})',
  ).replace('number * 10 *', 'number *');
  if (from === 0) for (const sql of [COMMITTERS, TEAM_ROWS]) await insert(sql, 0, one.commits);
  const atOnce = 7 * COMMITS_PER_PULL * 8_000;
  for (let first = from; first < one.commits; first += atOnce) {
    const count = Math.min(atOnce, one.commits - first);
    for (const sql of [COMMITS, SCORES, PULLS, RELEASED, issues]) await insert(sql, first, count);
    await insert(COPIES, first, count);
    if (!(await made(first + count))) return;
  }
}

function inserterOf(clickHouse: ClickHouse, one: Organization, lines: number) {
  const params = {
    seed: `${one.slug}`,
    entity_id: one.id,
    repos: one.repos,
    commits: one.commits,
    committers: one.committers,
    year_start: YEAR.start / 1000,
    year_seconds: YEAR.days * 86_400,
    lines,
  };
  return (sql: string, first: number, count: number) => {
    const given = { ...params, first, count };
    const used = Object.entries(given).filter(([name]) => sql.includes(`{${name}:`));
    return clickHouse.command(sql, { params: Object.fromEntries(used), settings: SETTINGS });
  };
}

const SETTINGS = { max_insert_block_size: 600_000, min_insert_block_size_rows: 600_000, max_execution_time: 600 };
