-- The resource that a usage was recorded for: a repo, an organization, or the entity (0). Rows from before belong to the entity.
ALTER TABLE ai_usages
  ADD COLUMN organization_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN repo_id bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT ai_usages_once,
  ADD CONSTRAINT ai_usages_once UNIQUE (entity_id, usage_date, model, committer_id, team_id, organization_id, repo_id);
