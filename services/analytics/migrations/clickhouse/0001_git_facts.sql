-- What imports read of git histories. Partitioned by entity: offboarding is DROP PARTITION.

CREATE TABLE IF NOT EXISTS commits {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  authored_at DateTime64(0, 'UTC'),
  committed_at DateTime64(0, 'UTC'),
  parents Array(FixedString(40)),
  author_name String,
  author_email String,
  committer_name String,
  committer_email String,
  committer_id UInt64,
  message String CODEC(ZSTD(3)),
  is_merge Bool,
  on_default_branch Bool,
  presence LowCardinality(String),
  patch_id String,
  ai_authored Bool,
  ai_confidence Float64,
  ai_tool LowCardinality(String),
  ai_evidence String,
  files_changed UInt32,
  lines_added UInt32,
  lines_deleted UInt32,
  issue_keys Array(String),
  stored_at DateTime64(0, 'UTC'),
  version UInt64,
  INDEX by_time authored_at TYPE minmax GRANULARITY 1
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS file_changes {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  path String,
  committed_at DateTime64(0, 'UTC'),
  sha FixedString(40),
  path_before String,
  status LowCardinality(String),
  mode_before LowCardinality(String),
  mode_after LowCardinality(String),
  blob_before String,
  blob_after String,
  similarity UInt8,
  language LowCardinality(String),
  category LowCardinality(String),
  generated Bool,
  vendored Bool,
  lock Bool,
  binary Bool,
  oversized Bool,
  scored Bool,
  hunks Array(UInt32),
  lines_added UInt32,
  lines_deleted UInt32,
  version UInt64,
  INDEX by_sha sha TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, path, committed_at, sha)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS line_changes {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  path String,
  sha FixedString(40),
  hunk UInt32,
  hunk_line UInt32,
  authored_at DateTime64(0, 'UTC'),
  committer_id UInt64,
  path_before String,
  line_before Nullable(UInt32),
  line_after Nullable(UInt32),
  operation LowCardinality(String),
  text String CODEC(ZSTD(3)),
  origin_sha Nullable(FixedString(40)),
  origin_path String,
  origin_line Nullable(UInt32),
  origin_authored_at Nullable(DateTime64(0, 'UTC')),
  origin_ai Bool,
  provenance LowCardinality(String),
  churn Bool,
  kind LowCardinality(String),
  function_name String,
  class_name String,
  block_hash UInt64,
  duplicate Bool,
  ai_authored Bool,
  category LowCardinality(String),
  scored Bool,
  new_file Bool,
  delta Float64,
  version UInt64,
  INDEX by_sha sha TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, path, sha, hunk, hunk_line)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS merge_routes {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  path String,
  committed_at DateTime64(0, 'UTC'),
  sha FixedString(40),
  parent Int8,
  deleted Bool,
  parent_paths Array(String),
  segments Array(Int32),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, path, committed_at, sha)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS commit_scores {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  authored_at DateTime64(0, 'UTC'),
  sha FixedString(40),
  committer_id UInt64,
  is_merge Bool,
  on_default_branch Bool,
  presence LowCardinality(String),
  patch_id String,
  ai_authored Bool,
  formula_version LowCardinality(String),
  delta Float64,
  lines UInt32,
  lines_added UInt32,
  lines_by_operation Map(LowCardinality(String), UInt32),
  delta_by_operation Map(LowCardinality(String), Float64),
  lines_by_category Map(LowCardinality(String), UInt32),
  delta_by_category Map(LowCardinality(String), Float64),
  lines_by_provenance Map(LowCardinality(String), UInt32),
  delta_by_provenance Map(LowCardinality(String), Float64),
  churn_lines UInt32,
  churn_delta Float64,
  duplicate_lines UInt32,
  ai_lines_added UInt32,
  ai_lines_deleted UInt32,
  ai_lines UInt32,
  ai_delta Float64,
  old_code_delta Float64,
  connective_calls UInt32,
  committed_at DateTime64(0, 'UTC'),
  issue_keys Array(String),
  says_fix Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, authored_at, sha)
SETTINGS non_replicated_deduplication_window = 1000;
