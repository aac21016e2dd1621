-- The files as they were when the window of an import began, so that any version of a file since then can be told whole. The first
-- commit before the window has all its files (its `base_sha` is empty); each other only what differs from that one.

CREATE TABLE IF NOT EXISTS window_starts {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  base_sha String,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS window_files {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  path String,
  sha FixedString(40),
  mode LowCardinality(String),
  binary Bool,
  line_count UInt32,
  text Nullable(String) CODEC(ZSTD(3)),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, path, sha)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;
