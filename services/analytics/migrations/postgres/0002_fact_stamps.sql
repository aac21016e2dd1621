-- A number for each entity that grows whenever a fact or a copy of it was stored: an answer is good as long as it stands.
CREATE TABLE fact_stamps (
  entity_id bigint PRIMARY KEY,
  stamp bigint NOT NULL
);

-- Repos whose commits or releases changed since it was last worked out which release carried which commit.
CREATE TABLE stale_releases (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  mark bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (entity_id, repo_id)
);
