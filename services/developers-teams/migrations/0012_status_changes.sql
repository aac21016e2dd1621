-- When the processing status was set last: what was just set is read from here until the copies of other services have it.
ALTER TABLE committers ADD COLUMN status_changed_at timestamptz;
CREATE INDEX committers_by_status_change ON committers (entity_id, status_changed_at) WHERE status_changed_at IS NOT NULL;
