-- What the definitions of the numbers need beside the facts.

-- AI lines of a commit by operation. All lines of a commit with AI are AI lines where the rows do not say it yet.
ALTER TABLE commit_scores {on_cluster}
  ADD COLUMN IF NOT EXISTS ai_lines_by_operation Map(LowCardinality(String), UInt32)
    DEFAULT if(ai_lines = 0, CAST(map(), 'Map(LowCardinality(String), UInt32)'), lines_by_operation) AFTER ai_delta;

-- The resource that a usage belongs to: a repo, an organization, or the entity (0). Part of its key, since each has a row of its own.
ALTER TABLE ai_usage {on_cluster}
  ADD COLUMN IF NOT EXISTS organization_id UInt64 AFTER team_id,
  ADD COLUMN IF NOT EXISTS repo_id UInt64 AFTER organization_id,
  MODIFY ORDER BY (entity_id, date, provider, model, committer_id, team_id, organization_id, repo_id);

-- Commits that make one change at one time: in the order of that, to find the copies of a commit when it is stored.
CREATE TABLE IF NOT EXISTS commit_groups {on_cluster} (
  entity_id UInt64,
  copy_group UInt64,
  repo_id UInt64,
  sha FixedString(40),
  authored_at DateTime64(0, 'UTC'),
  committed_at DateTime64(0, 'UTC'),
  committer_id UInt64,
  counts Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, copy_group, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256;

-- The few of them that have copies: all that a report looks at.
CREATE TABLE IF NOT EXISTS commit_copies {on_cluster} (
  entity_id UInt64,
  repo_id UInt64,
  sha FixedString(40),
  copy_group UInt64,
  authored_at DateTime64(0, 'UTC'),
  committed_at DateTime64(0, 'UTC'),
  committer_id UInt64,
  counts Bool,
  version UInt64
)
ENGINE = {ReplacingMergeTree(version)}
PARTITION BY entity_id
ORDER BY (entity_id, repo_id, sha)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS commit_scores_to_groups {on_cluster} TO commit_groups AS
SELECT entity_id, sipHash64(patch_id, authored_at) AS copy_group, repo_id, sha, authored_at, committed_at, committer_id,
  presence = 'existent' AND on_default_branch AND NOT is_merge AS counts, version
FROM commit_scores
WHERE patch_id != '';

INSERT INTO commit_groups
SELECT entity_id, sipHash64(patch_id, authored_at) AS copy_group, repo_id, sha, authored_at, committed_at, committer_id,
  presence = 'existent' AND on_default_branch AND NOT is_merge AS counts, version
FROM commit_scores
WHERE patch_id != ''
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO commit_copies
SELECT entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version
FROM commit_groups
WHERE (entity_id, copy_group) IN (
  SELECT entity_id, copy_group FROM commit_groups GROUP BY entity_id, copy_group HAVING uniqExact(repo_id, sha) > 1)
SETTINGS max_partitions_per_insert_block = 0;
