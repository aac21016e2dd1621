-- The version that identity lent: how one was read that was set again meanwhile says nothing of the new one.
ALTER TABLE tracker_connections ADD COLUMN version bigint NOT NULL DEFAULT 0;
