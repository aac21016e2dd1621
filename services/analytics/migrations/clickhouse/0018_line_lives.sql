-- The line that a line was before moves and reformats: rows from before know the line it was last written as. And its language.
ALTER TABLE line_changes {on_cluster}
  ADD COLUMN IF NOT EXISTS born_sha Nullable(FixedString(40)) DEFAULT if(operation = 'copy', NULL, origin_sha) AFTER origin_authored_at,
  ADD COLUMN IF NOT EXISTS born_path String DEFAULT if(operation = 'copy', '', origin_path) AFTER born_sha,
  ADD COLUMN IF NOT EXISTS born_line Nullable(UInt32) DEFAULT if(operation = 'copy', NULL, origin_line) AFTER born_path,
  ADD COLUMN IF NOT EXISTS language LowCardinality(String) DEFAULT '' AFTER category;

-- What became of written lines, in the order of the lines: a change or deletion ends one, a move or reformat takes it elsewhere.
CREATE TABLE IF NOT EXISTS line_ends {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  path String,
  sha FixedString(40),
  line UInt32,
  end_sha FixedString(40),
  end_path String,
  is_end Bool,
  ended_at DateTime64(0, 'UTC'),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, path, sha, line, end_sha, end_path)
SETTINGS non_replicated_deduplication_window = 1000;

-- How long the lines that a commit wrote in a file live on the default branch: how many were written, and how many ended on which day,
-- counted from 1970. `place` is the file they were moved to last, or empty. What a commit has no more of stands there with no lines.
CREATE TABLE IF NOT EXISTS line_lives {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  path String,
  sha FixedString(40),
  place String,
  is_new Bool,
  ai_authored Bool,
  evidence_tier LowCardinality(String),
  evidence_inherited Bool,
  ai_tool LowCardinality(String),
  ai_model LowCardinality(String),
  line_records Bool,
  born_on UInt16,
  committer_id UInt64,
  category LowCardinality(String),
  language LowCardinality(String),
  lines UInt32,
  ended_on Array(UInt16),
  ended Array(UInt32),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, path, sha, place, is_new, ai_authored, evidence_tier, evidence_inherited, ai_tool, ai_model)
SETTINGS non_replicated_deduplication_window = 1000;
