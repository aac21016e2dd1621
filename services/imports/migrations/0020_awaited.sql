-- Until an import first completes, other services are told how far it is, in the order of its version.
ALTER TABLE imports ADD COLUMN awaited boolean NOT NULL DEFAULT true;
ALTER TABLE imports ADD COLUMN version bigint NOT NULL DEFAULT 0;
UPDATE imports SET awaited = false WHERE stats_calculated_at IS NOT NULL;
