-- Lines that ended without a changed line that says so (dropped by a merge, or in a file that became binary or has too many changes), or that
-- a merge kept although a parent had removed them; by what wrote them: `[first line, count, …]`.
CREATE TABLE IF NOT EXISTS unrecorded_ends {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  path String,
  born_sha FixedString(40),
  sha FixedString(40),
  kept Bool,
  ended_at DateTime64(0, 'UTC'),
  lines Array(UInt32),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, path, born_sha, sha, kept)
SETTINGS non_replicated_deduplication_window = 1000;
