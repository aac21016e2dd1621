-- What notes tell of the lines of their commits.
CREATE TABLE IF NOT EXISTS line_records {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  present Bool,
  paths Array(String),
  ranges Array(UInt32),
  author_ai Array(UInt8),
  author_tools Array(String),
  author_models Array(String),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000;

-- The evidence of lines where it is another than their commit declares: recorded for the line, or inherited from the line it was taken
-- from. Keyed as the lines are, so that lines which are imported again find it.
CREATE TABLE IF NOT EXISTS line_evidence {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  path String,
  hunk UInt32,
  hunk_line UInt32,
  ai_authored Bool,
  evidence_tier LowCardinality(String),
  evidence_inherited Bool,
  ai_tool LowCardinality(String),
  ai_model LowCardinality(String),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha, path, hunk, hunk_line)
SETTINGS non_replicated_deduplication_window = 1000;

-- What the evidence of a commit's lines was derived from, as one number: where it is the same, there is nothing to derive.
CREATE TABLE IF NOT EXISTS derived_evidence {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  inputs UInt64,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000;
