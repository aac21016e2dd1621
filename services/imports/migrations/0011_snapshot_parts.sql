-- Snapshots in parts, so that one is never in memory whole. Those of the former kind are let go: the next run of their
-- imports reads the window again. Their tables stay for workers of the version before.
TRUNCATE import_checkpoints, import_snapshots;

-- Which of its snapshots an import goes on from; the others are checkpoints, ever further apart.
CREATE TABLE newest_snapshots (
  import_id bigint PRIMARY KEY REFERENCES imports ON DELETE CASCADE,
  entity_id bigint NOT NULL,
  run integer NOT NULL,
  position integer NOT NULL
);

CREATE TABLE snapshot_parts (
  import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
  entity_id bigint NOT NULL,
  position integer NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (import_id, position, part)
);
-- They are packed already.
ALTER TABLE snapshot_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
