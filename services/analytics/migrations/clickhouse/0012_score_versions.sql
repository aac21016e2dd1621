-- What a commit scored under other weights of Diff Delta than the first: a row of its own beside the imported one, which has version 0.
-- Part of the key, so that the scores of one version serve while those of the next are derived.
ALTER TABLE commit_scores {on_cluster}
  ADD COLUMN IF NOT EXISTS score_version UInt32 AFTER version,
  MODIFY ORDER BY (entity_id, repo_id, authored_at, sha, score_version);
ALTER TABLE sha_scores {on_cluster}
  ADD COLUMN IF NOT EXISTS score_version UInt32 AFTER version,
  MODIFY ORDER BY (entity_id, repo_id, sha, score_version);
ALTER TABLE issue_commits {on_cluster}
  ADD COLUMN IF NOT EXISTS score_version UInt32 AFTER version,
  MODIFY ORDER BY (entity_id, repo_id, issue_key, authored_at, sha, score_version);

ALTER TABLE commit_scores_to_shas {on_cluster} MODIFY QUERY
SELECT entity_id, repo_id, sha, authored_at, committed_at, committer_id, patch_id, delta, version, score_version
FROM commit_scores;

ALTER TABLE commit_scores_to_issues {on_cluster} MODIFY QUERY
SELECT entity_id, repo_id, arrayJoin(issue_keys) AS issue_key, authored_at, sha, is_merge, on_default_branch, presence, delta, version, score_version
FROM commit_scores;

ALTER TABLE commit_scores_to_groups {on_cluster} MODIFY QUERY
SELECT entity_id, sipHash64(patch_id, authored_at) AS copy_group, repo_id, sha, authored_at, committed_at, committer_id,
  presence = 'existent' AND on_default_branch AND NOT is_merge AS counts, version
FROM commit_scores
WHERE patch_id != '' AND score_version = 0;

-- What is known of who wrote a line, and whether it took that from the line of a branch: recorded, declared, probable or unknown. Rows from
-- before know what their commit declared.
ALTER TABLE line_changes {on_cluster}
  ADD COLUMN IF NOT EXISTS evidence_tier LowCardinality(String) DEFAULT if(ai_authored, 'declared', 'unknown') AFTER ai_authored,
  ADD COLUMN IF NOT EXISTS evidence_inherited Bool DEFAULT false AFTER evidence_tier;
