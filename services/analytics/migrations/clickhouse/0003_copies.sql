-- Copies kept from the other units' events.

CREATE TABLE IF NOT EXISTS committers {on_cluster} (
  entity_id UInt64,
  committer_id UInt64,
  primary_id UInt64,
  user_id UInt64,
  user_name String,
  full_name String,
  email String,
  git_provider_id String,
  avatar_url String,
  processing_status LowCardinality(String),
  bot Bool,
  has_seat Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, committer_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS teams {on_cluster} (
  entity_id UInt64,
  team_id UInt64,
  name String,
  slug String,
  parent_team_id UInt64,
  board_id String,
  repo_paths Array(String),
  member_ids Array(UInt64),
  member_from Array(Date32),
  member_until Array(Date32),
  removed Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, team_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS time_off {on_cluster} (
  entity_id UInt64,
  committer_id UInt64,
  starts Array(Date32),
  ends Array(Date32),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, committer_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS repos {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  organization_id UInt64,
  path String,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS releases {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  release_id UInt64,
  name String,
  sha String,
  previous_sha String,
  released_at DateTime64(3, 'UTC'),
  triggered_by LowCardinality(String),
  deployed_by_committer_id UInt64,
  defect_keys Array(String),
  issue_keys Array(String),
  removed Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, release_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS released_commits {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha String,
  release_id UInt64,
  released_at Nullable(DateTime64(3, 'UTC')),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS defects {on_cluster} (
  entity_id UInt64,
  defect_id UInt64,
  defect_key String,
  category String,
  severity Nullable(Int64),
  organization_id UInt64,
  repo_id UInt64,
  repo_ids Array(UInt64),
  detected_at DateTime64(3, 'UTC'),
  first_fix_activity_at Nullable(DateTime64(3, 'UTC')),
  first_fix_merged_at Nullable(DateTime64(3, 'UTC')),
  first_fix_released_at Nullable(DateTime64(3, 'UTC')),
  resolved_at Nullable(DateTime64(3, 'UTC')),
  fix_shas Array(String),
  removed Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, defect_id)
SETTINGS non_replicated_deduplication_window = 1000;
