-- What an import has delivered, where that is more than its newest snapshot knows: a run that reads little leaves the snapshot
-- standing. It holds for the run that it names; a worker of the version before takes a newer snapshot and does not write it.
ALTER TABLE newest_snapshots ADD COLUMN delivered jsonb;
