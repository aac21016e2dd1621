-- Where the branches of a repo pointed when its last import ended.
CREATE TABLE branch_tips (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  run bigint NOT NULL,
  tips jsonb NOT NULL,
  PRIMARY KEY (entity_id, repo_id)
);
