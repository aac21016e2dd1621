-- Up to which version a team was told whole, managers and origin included. A unit of before counts the version on and leaves this behind,
-- so that the team is told once more; an event that says more of a team later sets it back to 0.
ALTER TABLE teams ADD COLUMN told_version bigint NOT NULL DEFAULT 0;
CREATE INDEX teams_untold ON teams (id) WHERE told_version < version AND NOT is_default;
