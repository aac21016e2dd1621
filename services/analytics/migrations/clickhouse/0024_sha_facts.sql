-- What is known of a commit by its sha, in one row of few columns, which stand together on disk: each row that a page looks up is a read of its
-- own. It is found by a number, the first bytes of the sha xor the repo, since numbers are held against the index in half the time. The key
-- is the sha and the repo as bytes, the facts are text by name: 'score <version of weights>' (version of the row, second of authoring, Diff Delta), 'child
-- <sha>', 'pull <number>' (version of the row) and 'released' (version of the row, millisecond of the first release, or nothing behind the
-- version). Versions have 20 digits, so that of two the greater text is the newer. Takes the place of commit_facts and sha_releases.

CREATE TABLE IF NOT EXISTS sha_facts {on_cluster} (
  entity_id UInt64,
  lookup UInt64,
  commit_key FixedString(28),
  repo_id SimpleAggregateFunction(any, UInt64),
  facts SimpleAggregateFunction(maxMap, Map(String, String))
)
ENGINE = {AggregatingMergeTree}
PARTITION BY entity_id
PRIMARY KEY (entity_id, lookup)
ORDER BY (entity_id, lookup, commit_key)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 32, min_compress_block_size = 4096, max_compress_block_size = 8192,
  min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000,
  min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS commit_scores_to_sha_facts {on_cluster} TO sha_facts AS
SELECT entity_id, bitXor(reinterpretAsUInt64(substring(commit_key, 1, 8)), repo_id) AS lookup, toFixedString(concat(unhex(toString(sha)), reinterpretAsFixedString(repo_id)), 28) AS commit_key, repo_id,
  map(concat('score ', toString(score_version)), concat(leftPad(toString(version), 20, '0'), ' ', toString(toUnixTimestamp64Second(authored_at)), ' ', toString(round(delta, 2)))) AS facts
FROM commit_scores;

CREATE MATERIALIZED VIEW IF NOT EXISTS commits_to_sha_facts {on_cluster} TO sha_facts AS
SELECT entity_id, bitXor(reinterpretAsUInt64(substring(commit_key, 1, 8)), repo_id) AS lookup, toFixedString(concat(unhex(toString(arrayJoin(parents))), reinterpretAsFixedString(repo_id)), 28) AS commit_key, repo_id,
  map(concat('child ', toString(sha)), '') AS facts
FROM commits;

CREATE MATERIALIZED VIEW IF NOT EXISTS pull_requests_to_sha_facts {on_cluster} TO sha_facts AS
SELECT entity_id, bitXor(reinterpretAsUInt64(substring(commit_key, 1, 8)), repo_id) AS lookup, toFixedString(concat(unhex(toString(arrayJoin(commit_shas))), reinterpretAsFixedString(repo_id)), 28) AS commit_key, repo_id,
  map(concat('pull ', toString(number)), leftPad(toString(version), 20, '0')) AS facts
FROM pull_requests;

CREATE MATERIALIZED VIEW IF NOT EXISTS released_commits_to_sha_facts {on_cluster} TO sha_facts AS
SELECT entity_id, bitXor(reinterpretAsUInt64(substring(commit_key, 1, 8)), repo_id) AS lookup, toFixedString(concat(unhex(sha), reinterpretAsFixedString(repo_id)), 28) AS commit_key, repo_id,
  map('released', concat(leftPad(toString(version), 20, '0'), ' ', ifNull(toString(toUnixTimestamp64Milli(released_at)), ''))) AS facts
FROM released_commits
WHERE length(sha) = 40;

INSERT INTO sha_facts
SELECT entity_id, bitXor(reinterpretAsUInt64(substring(commit_key, 1, 8)), repo_id) AS lookup, toFixedString(concat(unhex(toString(sha)), reinterpretAsFixedString(repo_id)), 28) AS commit_key, repo_id,
  map(multiIf(kind = 'score', concat('score ', toString(score_version)), kind = 'child', concat('child ', toString(child)), concat('pull ', toString(number))),
    multiIf(kind = 'score', concat(leftPad(toString(version), 20, '0'), ' ', toString(toUnixTimestamp64Second(authored_at)), ' ', toString(round(delta, 2))),
      kind = 'child', '', leftPad(toString(version), 20, '0'))) AS facts
FROM commit_facts
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO sha_facts
SELECT entity_id, bitXor(reinterpretAsUInt64(substring(commit_key, 1, 8)), repo_id) AS lookup, toFixedString(concat(unhex(sha), reinterpretAsFixedString(repo_id)), 28) AS commit_key, repo_id,
  map('released', concat(leftPad(toString(version), 20, '0'), ' ', ifNull(toString(toUnixTimestamp64Milli(released_at)), ''))) AS facts
FROM sha_releases
WHERE length(sha) = 40
SETTINGS max_partitions_per_insert_block = 0;

DROP VIEW IF EXISTS commit_scores_to_facts {on_cluster};

DROP VIEW IF EXISTS commits_to_facts {on_cluster};

DROP VIEW IF EXISTS pull_requests_to_facts {on_cluster};

DROP VIEW IF EXISTS released_commits_to_shas {on_cluster};

DROP TABLE IF EXISTS commit_facts {on_cluster};

DROP TABLE IF EXISTS sha_releases {on_cluster};
