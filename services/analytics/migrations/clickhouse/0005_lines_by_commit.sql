-- Finds the lines of a few commits in fewer rows than the coarser index by sha, which parts written before still have.
ALTER TABLE line_changes {on_cluster}
  ADD INDEX IF NOT EXISTS by_commit sha TYPE bloom_filter(0.001) GRANULARITY 1;
