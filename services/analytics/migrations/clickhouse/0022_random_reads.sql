-- Pages of audits look up a few rows each in these tables. Where nothing was stored for an entity for ten minutes, its rows become one part,
-- so that each is looked for in one index; and what is read at random is compressed in small blocks, of which little is read in vain.

ALTER TABLE commit_facts {on_cluster} MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1,
  min_compress_block_size = 4096, max_compress_block_size = 8192;

ALTER TABLE sha_releases {on_cluster} MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1,
  min_compress_block_size = 4096, max_compress_block_size = 8192;

ALTER TABLE pull_request_branches {on_cluster} MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1,
  min_compress_block_size = 4096, max_compress_block_size = 8192;

ALTER TABLE commit_times {on_cluster} MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE pull_request_times {on_cluster} MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE issue_times {on_cluster} MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE issue_commits {on_cluster} MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
