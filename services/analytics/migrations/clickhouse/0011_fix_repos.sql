-- The repo of each fix commit, side by side with fix_shas: forks have commits of the same sha.
ALTER TABLE defects {on_cluster}
  ADD COLUMN IF NOT EXISTS fix_repo_ids Array(UInt64) AFTER fix_shas;
