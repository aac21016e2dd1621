-- What code hosts, trackers and AI tools tell.

CREATE TABLE IF NOT EXISTS pull_requests {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  number UInt32,
  pull_request_id UInt64,
  title String,
  branch_name String,
  target_branch String,
  committer_id UInt64,
  state LowCardinality(String),
  draft Bool,
  opened_at DateTime64(3, 'UTC'),
  updated_at DateTime64(3, 'UTC'),
  closed_at Nullable(DateTime64(3, 'UTC')),
  merged_at Nullable(DateTime64(3, 'UTC')),
  merge_sha String,
  squash_sha String,
  head_sha String,
  commit_shas Array(FixedString(40)),
  first_commit_authored_at Nullable(DateTime64(3, 'UTC')),
  first_commented_at Nullable(DateTime64(3, 'UTC')),
  first_human_review_at Nullable(DateTime64(3, 'UTC')),
  issue_keys Array(String),
  url String,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, number)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS pr_reviews {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  number UInt32,
  review_id String,
  committer_id UInt64,
  bot Bool,
  verdict LowCardinality(String),
  submitted_at DateTime64(3, 'UTC'),
  commit_sha String,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, number, review_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS pr_comments {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  number UInt32,
  comment_id String,
  committer_id UInt64,
  bot Bool,
  author_name String,
  body String CODEC(ZSTD(3)),
  created_at DateTime64(3, 'UTC'),
  path String,
  line Nullable(UInt32),
  side LowCardinality(String),
  commit_sha String,
  in_reply_to String,
  resolved Bool,
  deleted Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, number, comment_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS issues {on_cluster} (
  entity_id UInt64,
  key String,
  issue_id UInt64,
  provider LowCardinality(String),
  repo_id UInt64,
  title String,
  type LowCardinality(String),
  status LowCardinality(String),
  status_category LowCardinality(String),
  priority LowCardinality(String),
  assignee_committer_id UInt64,
  assignee_name String,
  story_points Nullable(Float64),
  epic_key String,
  is_epic Bool,
  project_name String,
  created_at DateTime64(3, 'UTC'),
  started_at Nullable(DateTime64(3, 'UTC')),
  resolved_at Nullable(DateTime64(3, 'UTC')),
  is_critical_defect Bool,
  url String,
  deleted Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, key)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS sprint_days {on_cluster} (
  entity_id UInt64,
  sprint_id String,
  issue_key String,
  day Date32,
  board_id String,
  sprint_name String,
  sprint_started_at Nullable(DateTime64(3, 'UTC')),
  sprint_ended_at Nullable(DateTime64(3, 'UTC')),
  story_points Nullable(Float64),
  member Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, sprint_id, issue_key, day)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS tags {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  name String,
  tag_id UInt64,
  sha String,
  tagged_at DateTime64(3, 'UTC'),
  removed Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, name)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS ai_usage {on_cluster} (
  entity_id UInt64,
  date Date32,
  provider LowCardinality(String),
  model LowCardinality(String),
  committer_id UInt64,
  team_id UInt64,
  lines_added UInt32,
  lines_deleted UInt32,
  prompted_suggest_count UInt32,
  prompted_accept_count UInt32,
  tab_suggest_count UInt32,
  tab_accept_count UInt32,
  cents_cost Float64,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, date, provider, model, committer_id, team_id)
SETTINGS non_replicated_deduplication_window = 1000;
