-- Who manages a team, and where it came from.
ALTER TABLE teams {on_cluster}
  ADD COLUMN IF NOT EXISTS manager_user_ids Array(UInt64) AFTER member_until,
  ADD COLUMN IF NOT EXISTS external_source LowCardinality(String) AFTER manager_user_ids;
