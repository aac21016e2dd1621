-- What an audit lists, in the orders in which it is asked for: commits by time, and by sha the children of a commit and the
-- pull requests that hold it. Filled as commits and pull requests come in; what is there already is copied once.

CREATE TABLE IF NOT EXISTS commit_times {on_cluster} (
  entity_id UInt64,
  authored_at DateTime64(0, 'UTC'),
  repo_id UInt64,
  sha FixedString(40),
  committed_at DateTime64(0, 'UTC'),
  stored_at DateTime64(0, 'UTC'),
  author_name String,
  committer_id UInt64,
  message String CODEC(ZSTD(3)),
  is_merge Bool,
  on_default_branch Bool,
  presence LowCardinality(String),
  issue_keys Array(String),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, authored_at, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS commit_children {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  parent FixedString(40),
  sha FixedString(40),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, parent, sha)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

CREATE TABLE IF NOT EXISTS commit_pulls {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  number UInt32,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha, number)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS commits_to_times {on_cluster} TO commit_times AS
SELECT entity_id, authored_at, repo_id, sha, committed_at, stored_at, author_name, committer_id, message, is_merge, on_default_branch,
  presence, issue_keys, version
FROM commits;

CREATE MATERIALIZED VIEW IF NOT EXISTS commits_to_children {on_cluster} TO commit_children AS
SELECT entity_id, repo_id, arrayJoin(parents) AS parent, sha, version
FROM commits;

CREATE MATERIALIZED VIEW IF NOT EXISTS pull_requests_to_commits {on_cluster} TO commit_pulls AS
SELECT entity_id, repo_id, arrayJoin(commit_shas) AS sha, number, version
FROM pull_requests;

INSERT INTO commit_times
SELECT entity_id, authored_at, repo_id, sha, committed_at, stored_at, author_name, committer_id, message, is_merge, on_default_branch,
  presence, issue_keys, version
FROM commits
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO commit_children
SELECT entity_id, repo_id, arrayJoin(parents) AS parent, sha, version
FROM commits
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO commit_pulls
SELECT entity_id, repo_id, arrayJoin(commit_shas) AS sha, number, version
FROM pull_requests
SETTINGS max_partitions_per_insert_block = 0;
