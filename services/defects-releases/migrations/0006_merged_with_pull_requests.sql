-- A fix commit is merged with its pull request, and merge commits name no defect: all are looked up and published again after the upgrade.
COMMENT ON COLUMN fix_commits.merged_at IS 'With its pull request, else when it was committed on the default branch. Null: not merged.';
UPDATE defects SET commits_linked = false;
