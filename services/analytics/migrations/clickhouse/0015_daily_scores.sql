-- The commits that count, summed up by day, repo and committer: reports over days read these rather than commits. `counts_from` is the
-- smallest part of the entity in which they count beside their copies: 3 the entity, 2 the organization, 1 the repo alone, 0 nowhere.
-- A day that has changed is summed up anew; what it has no more of stands there with no commits.
CREATE TABLE IF NOT EXISTS daily_scores {on_cluster} (
  entity_id UInt64,
  score_version UInt32,
  day Date32,
  repo_id UInt64,
  committer_id UInt64,
  counts_from UInt8,
  commits UInt32,
  ai_commits UInt32,
  lines UInt64,
  lines_added UInt64,
  churn_lines UInt64,
  duplicate_lines UInt64,
  ai_lines UInt64,
  connective_calls UInt64,
  delta Decimal(18, 6),
  ai_delta Decimal(18, 6),
  old_code_delta Decimal(18, 6),
  lines_add UInt64,
  lines_chg UInt64,
  lines_del UInt64,
  lines_move UInt64,
  lines_copy UInt64,
  lines_find_replace UInt64,
  lines_noop UInt64,
  delta_add Decimal(18, 6),
  delta_chg Decimal(18, 6),
  delta_del Decimal(18, 6),
  delta_move Decimal(18, 6),
  delta_copy Decimal(18, 6),
  delta_find_replace Decimal(18, 6),
  delta_noop Decimal(18, 6),
  delta_code Decimal(18, 6),
  delta_test Decimal(18, 6),
  delta_markup Decimal(18, 6),
  delta_style Decimal(18, 6),
  delta_config Decimal(18, 6),
  delta_documentation Decimal(18, 6),
  delta_data Decimal(18, 6),
  lines_new_code UInt64,
  lines_under_2_weeks UInt64,
  lines_under_1_month UInt64,
  lines_under_1_year UInt64,
  lines_over_1_year UInt64,
  ai_lines_add UInt64,
  ai_lines_chg UInt64,
  ai_lines_del UInt64,
  ai_lines_move UInt64,
  ai_lines_copy UInt64,
  ai_lines_find_replace UInt64,
  ai_lines_noop UInt64,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, score_version, day, repo_id, committer_id, counts_from)
SETTINGS non_replicated_deduplication_window = 1000;

-- The days of a repo whose commits were stored, whoever stored them, and when that was last.
CREATE TABLE IF NOT EXISTS changed_days {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  day Date32,
  noted_at DateTime64(3, 'UTC')
)
ENGINE = {ReplacingMergeTree(noted_at)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, day)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS commit_scores_to_days {on_cluster} TO changed_days AS
SELECT entity_id, repo_id, toDate32(authored_at) AS day, now64(3, 'UTC') AS noted_at
FROM commit_scores
GROUP BY entity_id, repo_id, day;
