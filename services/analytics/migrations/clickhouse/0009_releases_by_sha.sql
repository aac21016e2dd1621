-- When a commit first went out, for the few that a page of an audit is about: as released_commits, in finer steps.

CREATE TABLE IF NOT EXISTS sha_releases {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha String,
  released_at Nullable(DateTime64(3, 'UTC')),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS released_commits_to_shas {on_cluster} TO sha_releases AS
SELECT entity_id, repo_id, sha, released_at, version
FROM released_commits;

INSERT INTO sha_releases
SELECT entity_id, repo_id, sha, released_at, version
FROM released_commits
SETTINGS max_partitions_per_insert_block = 0;
