-- Where a usage was learned: '' by the vendor's API or POST /ai_usages, 'telemetry' from the tool itself. Part of its key, since each
-- source has a row of its own; which of them counts is decided when reading.
ALTER TABLE ai_usage {on_cluster}
  ADD COLUMN IF NOT EXISTS source LowCardinality(String) AFTER repo_id,
  ADD COLUMN IF NOT EXISTS input_tokens UInt64 AFTER cents_cost,
  ADD COLUMN IF NOT EXISTS output_tokens UInt64 AFTER input_tokens,
  MODIFY ORDER BY (entity_id, date, provider, model, committer_id, team_id, organization_id, repo_id, source);
