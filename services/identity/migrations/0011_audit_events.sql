-- Acts that other services report arrive by events, which may come twice.
ALTER TABLE audit_log ADD COLUMN event_id text UNIQUE;
