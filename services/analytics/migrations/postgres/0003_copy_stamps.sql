-- Grows with the copies of committers, teams and time off alone: what is kept of them in memory lasts through an import.
ALTER TABLE fact_stamps ADD COLUMN copies bigint NOT NULL DEFAULT 0;
