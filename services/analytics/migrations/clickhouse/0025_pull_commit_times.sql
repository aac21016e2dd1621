-- When the commits of a pull request were authored, as the code host says: audits find them by time without a look-up of their shas.
-- As long as commit_shas, or empty where the host does not say it of each; so it is of what was stored before.

ALTER TABLE pull_requests {on_cluster} ADD COLUMN IF NOT EXISTS commit_authored_at Array(DateTime64(0, 'UTC')) AFTER commit_shas;

ALTER TABLE pull_request_times {on_cluster} ADD COLUMN IF NOT EXISTS commit_authored_at Array(DateTime64(0, 'UTC')) AFTER commit_shas;

ALTER TABLE pull_requests_to_times {on_cluster} MODIFY QUERY
SELECT entity_id, opened_at, repo_id, number, committer_id, updated_at, closed_at, merged_at, issue_keys, version, pull_request_id, title,
  branch_name, merge_sha, squash_sha, head_sha, commit_shas, commit_authored_at, first_commit_authored_at, first_commented_at,
  first_human_review_at
FROM pull_requests;
