-- Repos that were removed: facts and events that were still under way are not stored.
CREATE TABLE removed_repos (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (entity_id, repo_id)
);
