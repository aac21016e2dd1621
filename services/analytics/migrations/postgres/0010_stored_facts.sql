-- When rows of an entity, and facts of a repo, were last stored in ClickHouse: what a ClickHouse that was put back may have lost.
ALTER TABLE fact_stamps ADD COLUMN stored_at timestamptz;
CREATE TABLE stored_facts (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  stored_at timestamptz NOT NULL,
  PRIMARY KEY (entity_id, repo_id)
);
