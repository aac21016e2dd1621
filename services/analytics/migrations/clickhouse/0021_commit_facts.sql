-- What pages of an audit look up, with fewer reads: all that is known of a commit by its sha in one table instead of three, pull requests
-- as they are listed in the order of their times, and their branches by number in finer steps. commit_children and commit_pulls
-- are read no more, but by older versions that run beside this one.

CREATE TABLE IF NOT EXISTS commit_facts {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  kind Enum8('score' = 0, 'child' = 1, 'pull_request' = 2),
  score_version UInt32,
  child FixedString(40),
  number UInt32,
  authored_at DateTime64(0, 'UTC'),
  delta Float64,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha, kind, score_version, child, number)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

CREATE TABLE IF NOT EXISTS pull_request_branches {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  number UInt32,
  branch_name String,
  opened_at DateTime64(3, 'UTC'),
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, number)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

ALTER TABLE pull_request_times {on_cluster}
  ADD COLUMN IF NOT EXISTS pull_request_id UInt64,
  ADD COLUMN IF NOT EXISTS title String,
  ADD COLUMN IF NOT EXISTS branch_name String,
  ADD COLUMN IF NOT EXISTS merge_sha String,
  ADD COLUMN IF NOT EXISTS squash_sha String,
  ADD COLUMN IF NOT EXISTS head_sha String,
  ADD COLUMN IF NOT EXISTS commit_shas Array(FixedString(40)),
  ADD COLUMN IF NOT EXISTS first_commit_authored_at Nullable(DateTime64(3, 'UTC')),
  ADD COLUMN IF NOT EXISTS first_commented_at Nullable(DateTime64(3, 'UTC')),
  ADD COLUMN IF NOT EXISTS first_human_review_at Nullable(DateTime64(3, 'UTC'));

CREATE MATERIALIZED VIEW IF NOT EXISTS commit_scores_to_facts {on_cluster} TO commit_facts AS
SELECT entity_id, repo_id, sha, 'score' AS kind, score_version, authored_at, delta, version
FROM commit_scores;

CREATE MATERIALIZED VIEW IF NOT EXISTS commits_to_facts {on_cluster} TO commit_facts AS
SELECT entity_id, repo_id, parent AS sha, 'child' AS kind, child, version
FROM (SELECT entity_id, repo_id, arrayJoin(parents) AS parent, sha AS child, version FROM commits);

CREATE MATERIALIZED VIEW IF NOT EXISTS pull_requests_to_facts {on_cluster} TO commit_facts AS
SELECT entity_id, repo_id, arrayJoin(commit_shas) AS sha, 'pull_request' AS kind, number, version
FROM pull_requests;

CREATE MATERIALIZED VIEW IF NOT EXISTS pull_requests_to_branches {on_cluster} TO pull_request_branches AS
SELECT entity_id, repo_id, number, branch_name, opened_at, version
FROM pull_requests;

ALTER TABLE pull_requests_to_times {on_cluster} MODIFY QUERY
SELECT entity_id, opened_at, repo_id, number, committer_id, updated_at, closed_at, merged_at, issue_keys, version, pull_request_id, title,
  branch_name, merge_sha, squash_sha, head_sha, commit_shas, first_commit_authored_at, first_commented_at, first_human_review_at
FROM pull_requests;

INSERT INTO commit_facts (entity_id, repo_id, sha, kind, score_version, authored_at, delta, version)
SELECT entity_id, repo_id, sha, 'score' AS kind, score_version, authored_at, delta, version
FROM sha_scores
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO commit_facts (entity_id, repo_id, sha, kind, child, version)
SELECT entity_id, repo_id, parent, 'child' AS kind, sha, version
FROM commit_children
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO commit_facts (entity_id, repo_id, sha, kind, number, version)
SELECT entity_id, repo_id, sha, 'pull_request' AS kind, number, version
FROM commit_pulls
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO pull_request_branches
SELECT entity_id, repo_id, number, branch_name, opened_at, version
FROM pull_requests
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO pull_request_times
SELECT entity_id, opened_at, repo_id, number, committer_id, updated_at, closed_at, merged_at, issue_keys, version, pull_request_id, title,
  branch_name, merge_sha, squash_sha, head_sha, commit_shas, first_commit_authored_at, first_commented_at, first_human_review_at
FROM pull_requests
SETTINGS max_partitions_per_insert_block = 0;
