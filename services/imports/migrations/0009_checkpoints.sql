-- Older snapshots, ever further apart, for branches that forked further back than the newest one remembers.
CREATE TABLE import_checkpoints (
  import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
  entity_id bigint NOT NULL,
  position integer NOT NULL,
  checkpoint bytea NOT NULL,
  PRIMARY KEY (import_id, position)
);
