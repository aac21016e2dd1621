-- Which assistant and model a line's evidence names, empty where none; and whether a record of a commit's lines tells who wrote which,
-- for the share of lines of which that is known.
ALTER TABLE line_changes {on_cluster}
  ADD COLUMN IF NOT EXISTS ai_tool LowCardinality(String) DEFAULT '' AFTER evidence_inherited,
  ADD COLUMN IF NOT EXISTS ai_model LowCardinality(String) DEFAULT '' AFTER ai_tool;
ALTER TABLE commits {on_cluster}
  ADD COLUMN IF NOT EXISTS ai_model LowCardinality(String) DEFAULT '' AFTER ai_evidence,
  ADD COLUMN IF NOT EXISTS line_records Bool DEFAULT false AFTER ai_model;
ALTER TABLE commit_scores {on_cluster}
  ADD COLUMN IF NOT EXISTS line_records Bool DEFAULT false AFTER ai_lines_by_operation;
ALTER TABLE daily_scores {on_cluster}
  ADD COLUMN IF NOT EXISTS recorded_lines UInt64 DEFAULT 0 AFTER ai_lines;
