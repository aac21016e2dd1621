-- Repos whose commits, pull requests or records of lines changed: the evidence of their lines is derived again.
CREATE TABLE stale_evidence (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  first_noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (entity_id, repo_id)
);
