-- The narrow orders that pages of an audit are found in, and what is looked up for the records of a page: pull requests and
-- issues by time, what a commit scored by its sha, and commits by the issues they name. Filled as facts come in; what is there is copied once.

CREATE TABLE IF NOT EXISTS pull_request_times {on_cluster} (
  entity_id UInt64,
  opened_at DateTime64(3, 'UTC'),
  repo_id UInt64,
  number UInt32,
  committer_id UInt64,
  updated_at DateTime64(3, 'UTC'),
  closed_at Nullable(DateTime64(3, 'UTC')),
  merged_at Nullable(DateTime64(3, 'UTC')),
  issue_keys Array(String),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, opened_at, repo_id, number)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS issue_times {on_cluster} (
  entity_id UInt64,
  created_at DateTime64(3, 'UTC'),
  key String,
  provider LowCardinality(String),
  repo_id UInt64,
  status LowCardinality(String),
  assignee_committer_id UInt64,
  resolved_at Nullable(DateTime64(3, 'UTC')),
  is_critical_defect Bool,
  deleted Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, created_at, key)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS sha_scores {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  authored_at DateTime64(0, 'UTC'),
  committed_at DateTime64(0, 'UTC'),
  committer_id UInt64,
  patch_id String,
  delta Float64,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

CREATE TABLE IF NOT EXISTS issue_commits {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  issue_key String,
  authored_at DateTime64(0, 'UTC'),
  sha FixedString(40),
  is_merge Bool,
  on_default_branch Bool,
  presence LowCardinality(String),
  delta Float64,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, issue_key, authored_at, sha)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS pull_requests_to_times {on_cluster} TO pull_request_times AS
SELECT entity_id, opened_at, repo_id, number, committer_id, updated_at, closed_at, merged_at, issue_keys, version
FROM pull_requests;

CREATE MATERIALIZED VIEW IF NOT EXISTS issues_to_times {on_cluster} TO issue_times AS
SELECT entity_id, created_at, key, provider, repo_id, status, assignee_committer_id, resolved_at, is_critical_defect, deleted, version
FROM issues;

CREATE MATERIALIZED VIEW IF NOT EXISTS commit_scores_to_shas {on_cluster} TO sha_scores AS
SELECT entity_id, repo_id, sha, authored_at, committed_at, committer_id, patch_id, delta, version
FROM commit_scores;

CREATE MATERIALIZED VIEW IF NOT EXISTS commit_scores_to_issues {on_cluster} TO issue_commits AS
SELECT entity_id, repo_id, arrayJoin(issue_keys) AS issue_key, authored_at, sha, is_merge, on_default_branch, presence, delta, version
FROM commit_scores;

INSERT INTO pull_request_times
SELECT entity_id, opened_at, repo_id, number, committer_id, updated_at, closed_at, merged_at, issue_keys, version
FROM pull_requests
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO issue_times
SELECT entity_id, created_at, key, provider, repo_id, status, assignee_committer_id, resolved_at, is_critical_defect, deleted, version
FROM issues
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO sha_scores
SELECT entity_id, repo_id, sha, authored_at, committed_at, committer_id, patch_id, delta, version
FROM commit_scores
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO issue_commits
SELECT entity_id, repo_id, arrayJoin(issue_keys) AS issue_key, authored_at, sha, is_merge, on_default_branch, presence, delta, version
FROM commit_scores
SETTINGS max_partitions_per_insert_block = 0;
